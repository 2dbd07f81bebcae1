import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { catcher } from './catcher.ts'
import type { Mailer } from './mailer.ts'
import { readMessageCatalogues } from './message-catalogues.ts'
import type { MessageCatalogues } from './message-catalogues.ts'
import { smtp } from './smtp.ts'

/** What sends the mail in the outbox. Without a mailer it waits there. */
export type MailSender = { mailer: Mailer | null; catalogues: MessageCatalogues }

export async function openMail(config: Config, db: Db): Promise<MailSender> {
  return { mailer: chooseMailer(config, db), catalogues: await readMessageCatalogues() }
}

/** SMTP where it is configured, otherwise the catcher in demo mode, otherwise none: mail then waits in the outbox. */
export function chooseMailer(config: Config, db: Db): Mailer | null {
  const { smtpUrl } = config
  if (smtpUrl !== null) return smtp({ ...config, smtpUrl })
  return config.demo ? catcher(db) : null
}
