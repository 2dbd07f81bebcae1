import { randomUUID } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import { escalationHours } from '../../domain/payments/arrival.ts'
import { CHAIN } from '../../domain/asset.ts'
import { METHODS } from '../../domain/payments/methods.ts'
import { leftOfOffer } from '../../domain/offers/new-takers.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import type { Tx } from '../db/pool.ts'
import { SENT_WITH_NEXT, sql } from '../db/pool.ts'
import { demoAddress } from './escrow/demo-address.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { escrow } from './escrow/active-escrow.ts'
import { isWithheld, lockQuotedOffer } from '../offers/queries.ts'
import type { QuotedOffer } from '../offers/queries.ts'
import { sealForTrade } from '../payments/payment-accounts/details-of-trade.ts'
import { lockOwnAccount, lockQuotedAccount } from '../payments/payment-accounts/queries.ts'
import type { LockedAccount } from '../payments/payment-accounts/queries.ts'
import { assertSumUnique, lockTails } from './amount-tail.ts'
import { makeMeetingCode } from './meeting-codes.ts'
import { notifyIfSoldOut } from './notify-if-sold-out.ts'
import { notifyParties } from './notify-parties.ts'
import { assertTakable } from './assert-takable.ts'

type Opening = {
  quoteId: string
  /** A taker who sells names the account on which they want to be paid. */
  paymentAccountId?: string | null | undefined
  key: string
  /** Look for each refusal before the trade is written, to name it. Otherwise the database refuses without a reason. */
  checksFirst: boolean
}

/**
 * Opens a trade at a quoted price and locks the seller's USDT; returns the trade's id. Takers of one offer queue
 * on its row, so that it never serves more trades or USDT than it has: a taker who comes too late gets `offer_busy` or
 * `offer_sold_out`. A quote that is unknown or foreign is `quote_unknown`, a used one `quote_used`. The rest is refused in the
 * order of `assertTakable`, with an outdated or expired quote (`quote_outdated`, `quote_expired`) in the place of the amount: the
 * price is never changed silently (decisions: Money). The seller's payment account is copied into the trade; a taker who sells
 * and names none of their own is `payment_account_required` or `payment_account_mismatch`.
 *
 * Nearly every opening is allowed, and the constraints of `trades` check it in any case. The first attempt therefore looks for no
 * refusal beyond what the locked rows show; where the database refuses, the caller repeats it with `checksFirst` to find the reason.
 */
export async function openTrade(
  tx: Tx,
  keyring: Keyring,
  takerId: string,
  { quoteId, paymentAccountId = null, key, checksFirst }: Opening,
): Promise<string> {
  const offer = await lockQuotedOffer(tx, takerId, quoteId)
  // Before all other locks of the parties, in both attempts.
  if (offer && offer.tailMilli !== 0n) await lockTails(tx, offer.type === 'sell' ? offer.ownerId : takerId)
  // What the locked row says already is asked for: the offer by the clock, and the version that was quoted.
  if (!offer || checksFirst || !isServing(offer)) await assertOpenable(tx, offer, takerId, quoteId)
  if (!offer) throw new DomainError('offer_unavailable')

  const { type, quotedMethod: method } = offer
  const role = takerRole(type)
  const buyerId = role === 'buyer' ? takerId : offer.ownerId
  const sellerId = role === 'buyer' ? offer.ownerId : takerId
  // What is refused here comes after all that `assertOpenable` refuses.
  const askBefore = async (refusal: unknown): Promise<never> => {
    if (refusal instanceof DomainError) await assertOpenable(tx, offer, takerId, quoteId)
    throw refusal
  }
  const locked =
    role === 'seller' ? lockOwnAccount(tx, takerId, method, paymentAccountId) : lockQuotedAccount(tx, quoteId)
  const account = await locked.catch(askBefore)
  if (offer.tailMilli !== 0n) await assertSumUnique(tx, { sellerId, quoteId }).catch(askBefore)
  const tradeId = randomUUID()
  const sealed = sealForTrade(keyring, tradeId, account)
  const command = `${takerId}:${key}`
  const hours = escalationHours(method, new Date(), offer.paymentWindowMinutes)
  await insertTrade(tx, {
    tradeId,
    quoteId,
    buyerId,
    sellerId,
    role,
    takerId,
    account,
    sealed,
    command,
    escalationHours: hours,
  })
  if (METHODS[method].isInPerson) await makeMeetingCode(tx, 1, { tradeId, holderId: sellerId })
  await escrow.lock(tx, tradeId)
  const trade = { id: tradeId, buyerId, sellerId, status: 'awaiting_payment' as const, version: 1 }
  const writer = { id: offer.ownerId, role: role === 'buyer' ? ('seller' as const) : ('buyer' as const) }
  await notifyParties(tx, trade, 'opened', { writer, terms: offer.terms, firstMessage: offer.firstMessage })
  if (offer.inventoryMicro !== null) await notifyIfSoldOut(tx, tradeId)
  return tradeId
}

function isServing(offer: QuotedOffer): boolean {
  const left = leftOfOffer(offer)
  return (
    offer.status === 'active' &&
    !isWithheld(offer) &&
    offer.openTrades < offer.maxOpenTrades &&
    offer.version === offer.quotedVersion &&
    (left === null || left >= offer.usdtMicro)
  )
}

async function assertOpenable(tx: Tx, offer: QuotedOffer | null, takerId: string, quoteId: string): Promise<void> {
  const usage = await findQuoteUsage(tx, takerId, quoteId)
  if (!usage) throw new DomainError('quote_unknown')
  const { isLate, usedBy } = usage
  if (usedBy) throw new DomainError('quote_used', { details: { tradeId: usedBy } })
  if (!offer) throw new DomainError('offer_unavailable')
  await assertTakable(tx, { offer, takerId, opening: offer }, () => {
    if (offer.version !== offer.quotedVersion) throw new DomainError('quote_outdated')
    if (isLate) throw new DomainError('quote_expired')
    return { ...offer, method: offer.quotedMethod }
  })
}

type QuoteUsage = { isLate: boolean; usedBy: string | null }

/** Read after the lock: the database's clock, and whether the quote was already used. Null for a quote that is unknown or foreign. */
async function findQuoteUsage(tx: Tx, takerId: string, quoteId: string): Promise<QuoteUsage | null> {
  const { rows } = await sql<QuoteUsage>`
    select clock_timestamp() > expires_at as is_late, (select id from trades where quote_id = ${quoteId}) as used_by
    from quotes where id = ${quoteId} and taker_id = ${takerId}`.execute(tx)
  return rows[0] ?? null
}

type NewTrade = {
  tradeId: string
  quoteId: string
  buyerId: string
  sellerId: string
  role: PartyRole
  takerId: string
  account: LockedAccount
  sealed: Buffer
  command: string
  escalationHours: number
}

/**
 * The trade, its first event and its copy of the payment account. All amounts are copied from the quote inside the database; none
 * passes through the caller.
 */
async function insertTrade(tx: Tx, trade: NewTrade): Promise<void> {
  const { tradeId, quoteId, buyerId, sellerId, role, takerId, account, sealed, command } = trade
  await sql`${SENT_WITH_NEXT}
    with trade as (
      insert into trades (id, quote_id, quote_expires_at, offer_id, offer_owner_id, offer_type, taker_id, buyer_id, seller_id,
        fiat_currency, payment_method, terms, reference_policy, payment_window_minutes, escalation_hours, anchor, rate_e6,
        percentage_tenths, fiat_milli, usdt_micro, fee_micro, escrow_address, chain, status, version, created_at, moved_at, pay_deadline, deadline)
      select ${tradeId}, q.id, q.expires_at, q.offer_id, q.offer_owner_id, q.offer_type, q.taker_id, ${buyerId}, ${sellerId},
        q.fiat_currency, q.payment_method, o.terms, o.reference_policy, o.payment_window_minutes, ${trade.escalationHours}, q.anchor,
        q.rate_e6, q.percentage_tenths, q.fiat_milli, q.usdt_micro, q.fee_micro, ${demoAddress()}, ${CHAIN}, 'awaiting_payment', 1,
        moment, moment, due, due
      from quotes q join offers o on o.id = q.offer_id, clock_timestamp() as moment,
        lateral (select moment + make_interval(mins => o.payment_window_minutes) as due) deadline
      where q.id = ${quoteId}
      returning id, seller_id, status, pay_deadline, deadline, payment_window_minutes, created_at
    ), event as (
      insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id,
        pay_deadline, deadline, payment_window_minutes, opened_at, at, command_key)
      select id, 1, 'none', status, 'open', ${role}, ${takerId},
        pay_deadline, deadline, payment_window_minutes, created_at, created_at, ${command}
      from trade
    )
    insert into trade_payment_details (trade_id, seller_id, account_id, account_version, account_changed_at, sealed)
    select id, seller_id, ${account.id}, ${account.version}, ${account.changedAt}::timestamptz, ${sealed}
    from trade`.execute(tx)
}
