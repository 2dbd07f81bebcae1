/** How many urgent notifications one user is sent one by one: many accounts must not fill a mailbox. The list in the product has all. */
import type { MailedEvent } from './mail-kinds.ts'
import type { MailValues } from './mail-values.ts'
import type { UrgentEvent } from './notifications.ts'

/** In an hour, by each of email, push and Telegram; webhooks are for programs, which get every event. */
export const URGENT_ALONE_PER_HOUR = 6
/** Further ones wait for the next summary, of which there is one in so many minutes. */
export const SUMMARY_MINUTES = 10
/** The most trades that the email of a summary lists; it states the number of the others. */
export const SUMMARY_LISTED = 50

/** A trade in the email of a summary, and what happened in it last. */
export type SummarisedTrade = Pick<MailValues, 'link' | 'trader' | 'fiatMilli' | 'currency' | 'until' | 'timeZone'> & {
  event: UrgentEvent & MailedEvent
}
