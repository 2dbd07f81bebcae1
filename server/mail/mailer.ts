import type { WrittenMail } from './write-mail.ts'

/**
 * Sends mail. `send` resolves when the mail was accepted and throws otherwise; a mail may be sent again after a lost
 * connection, under the same id. `close` ends deliveries in progress.
 */
export type Mailer = {
  kind: 'smtp' | 'catcher'
  send(mail: WrittenMail): Promise<unknown>
  close(): void
}
