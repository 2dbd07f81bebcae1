import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { catcher } from './catcher.ts'
import { smtp } from './smtp.ts'
import type { WrittenMail } from './write-mail.ts'

/**
 * What takes a written mail out of the house. `send` resolves when the mail was taken and throws when it was not; the
 * same mail may be sent again after a cut, and its id tells so. `close` ends what is under way.
 */
export type Mailer = {
  kind: 'smtp' | 'catcher'
  send(mail: WrittenMail): Promise<void>
  close(): void
}

/** SMTP where it is configured, else the catcher in demonstrations, else none: mails then wait in the outbox. */
export function chooseMailer({ smtpUrl, mailFrom, publicUrl, demo }: Config, db: Db): Mailer | null {
  if (smtpUrl !== null) return smtp({ smtpUrl, mailFrom, publicUrl })
  return demo ? catcher(db) : null
}
