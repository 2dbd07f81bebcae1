/** The email channel: writes each due delivery into the outbox of mails, which sends it. */
import type { DisputeOutcome } from '../../domain/disputes.ts'
import type { Language } from '../../domain/languages.ts'
import type { FiatCurrency } from '../../domain/market.ts'
import type { NotificationEvent } from '../../domain/notifications.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { MailKind } from '../mail/kinds.ts'
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
  const mail = await mailOf(tx, delivery, recipient.language)
  if (mail) await queueMail(tx, { ...mail, ...recipient, userId: delivery.userId })
}

type Recipient = { to: string; language: Language }

/** The recipient; null for an unverified address, which may be another person's mailbox. */
async function findRecipient(tx: Tx, userId: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select a.email as to, a.language from accounts a join users u on u.id = a.user_id
    where a.user_id = ${userId} and u.email_verified`.execute(tx)
  return rows[0] ?? null
}

/** Events whose email has the values of the trade: its amount, the other party and a link. */
const TRADE_MAILS = [
  'trade_opened',
  'trade_paid',
  'trade_payment_mark_withdrawn',
  'trade_payment_window_extended',
  'trade_cancelled',
  'trade_expired',
  'trade_completed',
  'trade_refund_held',
  'dispute_opened',
  'dispute_opened_by_system',
  'dispute_decided',
  'dispute_appealed',
  'dispute_decided_finally',
  'message_received',
  'statement_wanted',
  'rating_received',
] as const satisfies readonly (NotificationEvent & MailKind)[]

/** Events whose email has no values. */
const PLAIN_MAILS = [
  'offer_expired',
  'offer_sold_out',
  'saved_search_matched',
  'outage_started',
  'outage_ended',
] as const satisfies readonly (NotificationEvent & MailKind)[]

/** The email of an event; null for an event without one. */
async function mailOf(tx: Tx, { event, tradeId, userId, values }: Delivery, language: Language) {
  if (event === 'announcement') return { kind: event, values: { message: String(values[language]) } }
  const plain = PLAIN_MAILS.find((mailed) => mailed === event)
  if (plain) return { kind: plain, values: {} }
  if (event === 'webhook_paused') return { kind: event, values: { name: String(values.name) } }
  if (event === 'currency_switched_off' || event === 'currency_switched_on') {
    return { kind: event, values: { currency: String(values.currency) } }
  }
  const trade = tradeId === null ? null : await findTrade(tx, tradeId, userId)
  if (!trade) return null
  if (event === 'dispute_closed') {
    return { kind: event, values: { ...trade, outcome: values.outcome as DisputeOutcome } }
  }
  const kind = TRADE_MAILS.find((mailed) => mailed === event)
  return kind ? { kind, values: trade } : null
}

async function findTrade(tx: Tx, tradeId: string, userId: string) {
  const { rows } = await sql<{ trader: string; fiatMilli: bigint; currency: FiatCurrency }>`
    select counterparty.username as trader, t.fiat_milli, t.fiat_currency as currency
    from trades t
    join users counterparty on counterparty.id = case when ${userId} = t.buyer_id then t.seller_id else t.buyer_id end
    where t.id = ${tradeId}`.execute(tx)
  const trade = rows[0]
  return trade ? { ...trade, fiatMilli: String(trade.fiatMilli), link: `/trade/${tradeId}` } : null
}
