/** The texts of push notifications: the subjects of mails, which name no user and no amount, and those of events without a mail. */
import type { Language } from '../../domain/languages.ts'
import type { NotificationEvent } from '../../domain/notifications/notifications.ts'
import type { MessageCatalogues } from './message-catalogues.ts'
import { NOTIFICATION_TEXTS, SUMMARY_SUBJECT } from './notification-texts.ts'

type Mailed = keyof typeof NOTIFICATION_TEXTS

const UNMAILED: Readonly<Record<Exclude<NotificationEvent, Mailed>, string>> = {
  trade_refunded: /*i18n*/ 'The USDT of a trade was returned to the seller',
  trade_released_by_key: /*i18n*/ 'An API key released USDT',
  dispute_statements_closed: /*i18n*/ 'Your dispute goes to the arbiter',
  dispute_arbiter_assigned: /*i18n*/ 'An arbiter has taken your dispute',
  dispute_decision_late: /*i18n*/ 'The decision of your dispute is late',
  dispute_decision_accepted: /*i18n*/ 'The decision of your dispute was accepted',
  account_suspended: /*i18n*/ 'Your account was suspended',
  account_restored: /*i18n*/ 'Your account is no longer suspended',
}

export function pushTitle(catalogues: MessageCatalogues, language: Language, event: NotificationEvent): string {
  const text =
    event in UNMAILED ? UNMAILED[event as keyof typeof UNMAILED] : NOTIFICATION_TEXTS[event as Mailed].subject
  return catalogues[language]._(text)
}

/** The title of a push that stands for the notifications of `count` trades. */
export function pushSummaryTitle(catalogues: MessageCatalogues, language: Language, count: number): string {
  return catalogues[language]._(SUMMARY_SUBJECT, { count })
}
