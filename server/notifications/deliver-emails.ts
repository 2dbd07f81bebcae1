/** The email channel: writes each due delivery into the outbox of mails, which sends it. */
import type { DisputeOutcome } from '../../domain/disputes/disputes.ts'
import type { Language } from '../../domain/languages.ts'
import type { FiatCurrency } from '../../domain/market.ts'
import { NOTIFICATION_EVENTS } from '../../domain/notifications/notifications.ts'
import type { NotificationEvent, NotificationValues } from '../../domain/notifications/notifications.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Mail, MailKind } from '../mail/kinds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { claimDue, delivered, dropped, failed } from './deliveries.ts'
import type { Delivery } from './deliveries.ts'

const EMAILS_PER_ROUND = 200
const EMAILS_PER_CLAIM = 20

/** Queues the mails of due deliveries; one that fails delays none of the others. */
export async function deliverDueEmails(context: Context, stopping?: AbortSignal): Promise<void> {
  const { db, log } = context
  for (let done = 0; done < EMAILS_PER_ROUND && !stopping?.aborted;) {
    const due = await claimDue(db, 'email', EMAILS_PER_CLAIM)
    for (const delivery of due) {
      try {
        await inTransaction(db, (tx) => deliver(tx, delivery))
      } catch (error) {
        log.error({ err: error, notificationId: delivery.notificationId }, 'a notification could not be mailed')
        await failed(db, delivery, 'not written')
      }
    }
    done += due.length
    if (due.length < EMAILS_PER_CLAIM) return
  }
}

/** Ends the delivery and queues the email in one transaction, so that a notification is mailed once. */
async function deliver(tx: Tx, delivery: Delivery): Promise<void> {
  const recipient = await findRecipient(tx, delivery.userId)
  if (!recipient) return dropped(tx, delivery)
  if (!(await delivered(tx, delivery))) return
  const values = await valuesOf(tx, delivery, recipient.language)
  if (!values) return
  // MAIL_VALUES gives each event the values of its own kind, which the compiler cannot follow through a look-up.
  await queueMail(tx, { kind: delivery.event, values, ...recipient, userId: delivery.userId } as Mail)
}

type Recipient = { to: string; language: Language }

/** The recipient; null for an unverified address, which may be another person's mailbox. */
async function findRecipient(tx: Tx, userId: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select a.email as to, a.language from accounts a join users u on u.id = a.user_id
    where a.user_id = ${userId} and u.email_verified`.execute(tx)
  return rows[0] ?? null
}

type MailedEvent = {
  [Event in NotificationEvent]: (typeof NOTIFICATION_EVENTS)[Event]['isMailed'] extends true ? Event : never
}[NotificationEvent]

type Trade = { trader: string; fiatMilli: string; currency: FiatCurrency; link: string }
type Values<Kind extends MailKind> = Extract<Mail, { kind: Kind }>['values']
/** The values of an event's email; null where its trade no longer exists. */
type ValuesOf<Kind extends MailKind> = (about: {
  values: NotificationValues
  language: Language
  trade: Trade | null
}) => Values<Kind> | null

const ofTrade = ({ trade }: { trade: Trade | null }) => trade
const none = () => ({})
const currency = ({ values }: { values: NotificationValues }) => ({ currency: String(values.currency) })

/** Every event with `isMailed` is here: the types refuse one that is missing. */
const MAIL_VALUES: { readonly [Event in MailedEvent]: ValuesOf<Event> } = {
  trade_opened: ofTrade,
  trade_paid: ofTrade,
  trade_payment_mark_withdrawn: ofTrade,
  trade_payment_window_extended: ofTrade,
  trade_cancelled: ofTrade,
  trade_expired: ofTrade,
  trade_completed: ofTrade,
  trade_refund_held: ofTrade,
  dispute_opened: ofTrade,
  dispute_opened_by_system: ofTrade,
  dispute_decided: ofTrade,
  dispute_appealed: ofTrade,
  dispute_decided_finally: ofTrade,
  dispute_closed: ({ trade, values }) => trade && { ...trade, outcome: values.outcome as DisputeOutcome },
  message_received: ofTrade,
  statement_wanted: ofTrade,
  rating_received: ofTrade,
  offer_expired: none,
  offer_sold_out: none,
  saved_search_matched: none,
  outage_started: none,
  outage_ended: none,
  webhook_paused: ({ values }) => ({ name: String(values.name) }),
  announcement: ({ values, language }) => ({ message: String(values[language]) }),
  currency_switched_off: currency,
  currency_switched_on: currency,
}

function isMailed(event: NotificationEvent): event is MailedEvent {
  return NOTIFICATION_EVENTS[event].isMailed
}

/** The values of an event's email; null for an event without one. */
async function valuesOf(tx: Tx, { event, tradeId, userId, values }: Delivery, language: Language) {
  if (!isMailed(event)) return null
  const trade = tradeId === null ? null : await findTrade(tx, tradeId, userId)
  return MAIL_VALUES[event]({ values, language, trade })
}

async function findTrade(tx: Tx, tradeId: string, userId: string): Promise<Trade | null> {
  const { rows } = await sql<{ trader: string; fiatMilli: bigint; currency: FiatCurrency }>`
    select counterparty.username as trader, t.fiat_milli, t.fiat_currency as currency
    from trades t
    join users counterparty on counterparty.id = case when ${userId} = t.buyer_id then t.seller_id else t.buyer_id end
    where t.id = ${tradeId}`.execute(tx)
  const trade = rows[0]
  return trade ? { ...trade, fiatMilli: String(trade.fiatMilli), link: `/trade/${tradeId}` } : null
}
