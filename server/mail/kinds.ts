/** A mail as a caller queues it. */
import type { Language } from '../../domain/languages.ts'
import type { MAIL_KINDS, MailKind } from '../../domain/notifications/mail-kinds.ts'
import type { MailValues } from '../../domain/notifications/mail-values.ts'

/** A mail as it is queued: its values are those of its kind. */
export type Mail = {
  [Kind in MailKind]: Addressed<Kind> & About<Kind> & { kind: Kind; values: ValuesOf<Kind> }
}[MailKind]

/** `to` may differ from the user's address, where that is about to change. */
type Addressed<Kind> = {
  userId: Kind extends 'registration_code' | 'contact_message' | 'contact_answer' ? null : string
  to: string
  language: Language
}

/** The mails about a contact message are deleted with it. */
type About<Kind> = Kind extends 'contact_message' | 'contact_answer' ? { contactMessageId: string } : unknown

type ValuesOf<Kind extends MailKind> = Pick<MailValues, (typeof MAIL_KINDS)[Kind][number]>
