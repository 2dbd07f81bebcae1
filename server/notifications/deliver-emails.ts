/** The email channel: writes each due delivery into the outbox of mails, which sends it. */
import type { Language } from '../../domain/languages.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import { isMailed } from '../../domain/notifications/mail-kinds.ts'
import { NOTIFICATION_EVENTS } from '../../domain/notifications/notifications.ts'
import { SUMMARY_LISTED } from '../../domain/notifications/summaries.ts'
import type { SummarisedTrade } from '../../domain/notifications/summaries.ts'
import type { MailValueName } from '../../domain/notifications/mail-values.ts'
import { RETRY_HOURS } from '../../domain/notifications/retries.ts'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Mail } from '../mail/kinds.ts'
import { EMAIL_REFUSED_AT } from '../mail/queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { claimDue, delivered, dropped, failed } from './deliveries.ts'
import type { Delivery } from './deliveries.ts'
import { decideSending } from './summaries.ts'
import type { UrgentDelivery } from './summaries.ts'

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

/**
 * Ends the delivery and queues the email in one transaction, so that a notification is mailed once. One that its trade has moved past
 * is dropped, and one of many urgent ones is part of a summary (summaries.ts).
 */
async function deliver(tx: Tx, delivery: Delivery): Promise<void> {
  const recipient = await findRecipient(tx, delivery.userId)
  if (!recipient) return dropped(tx, delivery)
  const sending = await decideSending(tx, delivery)
  if (sending.as === 'held' || sending.as === 'ended') return
  if (!(await delivered(tx, delivery))) return
  if (sending.as === 'summary') return mailSummary(tx, recipient, sending.of)
  const values = await valuesOf(tx, delivery, recipient.language)
  if (!values) return
  // The names of the values come from the event's own row, which the compiler cannot follow through a look-up.
  await queueMail(tx, { kind: delivery.event, values, ...recipient, userId: delivery.userId } as Mail)
}

async function mailSummary(tx: Tx, recipient: Recipient, of: readonly UrgentDelivery[]): Promise<void> {
  const trades: SummarisedTrade[] = []
  for (const { event, ...delivery } of of.slice(0, SUMMARY_LISTED)) {
    const trade = await findTrade(tx, { event, ...delivery })
    if (trade && isMailed(event)) trades.push({ event, ...trade })
  }
  const values = { count: String(of.length), trades: JSON.stringify(trades) }
  await queueMail(tx, { kind: 'trades_summary', values, ...recipient, userId: of[0]!.userId })
}

type Recipient = { to: string; language: Language }

/**
 * The recipient; null for an unverified address, which may be another person's mailbox, and for one whose mail server has refused an
 * email for good within a day: then another attempt shows whether it still does.
 */
async function findRecipient(tx: Tx, userId: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select a.email as to, a.language from accounts a join users u on u.id = a.user_id
    where a.user_id = ${userId} and u.email_verified
      and coalesce(${EMAIL_REFUSED_AT} < clock_timestamp() - make_interval(hours => ${sql.lit(RETRY_HOURS)}), true)`.execute(
    tx,
  )
  return rows[0] ?? null
}

type Trade = { trader: string; fiatMilli: string; currency: FiatCurrency; link: string }
/** The deadline when the notification was written, and the time zone that the recipient chose for quiet or business hours, else UTC. */
type Due = { until: string; timeZone: string }
type Bond = { bondMicro: string; bondOutcome: BondOutcome }
type OfTrade = Trade & Due & Bond & { role: PartyRole }

/** The values of an event's email; null for an event without one, and where its trade no longer exists. */
async function valuesOf(tx: Tx, delivery: Delivery, language: Language) {
  const { event, values } = delivery
  const names: readonly MailValueName[] | null = NOTIFICATION_EVENTS[event].mail
  if (!names) return null
  const trade = await findTrade(tx, delivery)
  const known: Partial<Record<MailValueName, string | number>> = {
    link: `/offer/${values.offerId}`,
    message: values[language],
    ...values,
    ...trade,
  }
  if (names.includes('trader') && !trade) return null
  return Object.fromEntries(names.map((name) => [name, textOf(name, known[name])]))
}

function textOf(name: MailValueName, value: string | number | undefined): string {
  if (value === undefined) throw new Error(`the event has no value "${name}" for its email`)
  return String(value)
}

type TradeRow = {
  trader: string
  fiatMilli: bigint
  currency: FiatCurrency
  role: PartyRole
  bondMicro: bigint
  bondOutcome: BondOutcome
  until: Date
  timeZone: string
}

/**
 * The deadline is that of the notification's moment, since the trade may have moved on before its email is written. A closed trade or
 * dispute has none, and no email about one names it. A confirmed payment returns the bond, whatever was to become of it before, and so does a move without a rule.
 */
async function findTrade(tx: Tx, { tradeId, userId, at }: Delivery): Promise<OfTrade | null> {
  if (tradeId === null) return null
  const { rows } = await sql<TradeRow>`
    select counterparty.username as trader, t.fiat_milli, t.fiat_currency as currency,
      coalesce(nullif(p.time_zone, 'UTC'), h.time_zone, 'UTC') as time_zone,
      case when ${userId} = t.buyer_id then 'buyer' else 'seller' end as role, t.bond_micro,
      coalesce(case when t.bond_micro > 0 and t.status <> 'payment_confirmed' then substr(bond_leg_of(t), 6) end, 'returned') as bond_outcome,
      coalesce(
        (select nullif(deadline, 'infinity') from dispute_events where trade_id = t.id and at <= ${at} order by seq desc limit 1),
        (select nullif(deadline, 'infinity') from trade_events where trade_id = t.id and at <= ${at} order by seq desc limit 1),
        t.pay_deadline) as until
    from trades t
    join users counterparty on counterparty.id = case when ${userId} = t.buyer_id then t.seller_id else t.buyer_id end
    left join notification_preferences p on p.user_id = ${userId}
    left join business_hours h on h.user_id = ${userId}
    where t.id = ${tradeId}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { trader, fiatMilli, currency, role, bondMicro, bondOutcome, until, timeZone } = row
  return {
    trader,
    fiatMilli: String(fiatMilli),
    currency,
    link: `/trade/${tradeId}`,
    until: until.toISOString(),
    timeZone,
    role,
    bondMicro: String(bondMicro),
    bondOutcome,
  }
}
