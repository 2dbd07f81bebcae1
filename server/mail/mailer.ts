import type { WrittenMail } from './write-mail.ts'

/**
 * Sends mail. `send` resolves when the mail was accepted and throws when it was not; a mail may be sent again after a lost
 * connection, and its id shows the repetition. `close` ends what is in progress.
 */
export type Mailer = {
  kind: 'smtp' | 'catcher'
  send(mail: WrittenMail): Promise<void>
  close(): void
}
