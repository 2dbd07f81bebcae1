import { DomainError } from '../../domain/errors.ts'
import { CHAIN } from '../../domain/market.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import type { OfferType } from '../../domain/offers/offers.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { demoAddress } from './escrow/demo-address.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { escrow } from './escrow/active-escrow.ts'
import { lockOffer } from '../offers/queries.ts'
import { copyToTrade } from '../payments/payment-accounts/copy-to-trade.ts'
import { lockAccountOfOffer, lockOwnAccount } from '../payments/payment-accounts/queries.ts'
import { assertSumUnique } from './amount-tail.ts'
import { notifyIfSoldOut } from './notify-if-sold-out.ts'
import { notifyParties } from './notify-parties.ts'
import { assertTakable } from './assert-takable.ts'

type QuoteRow = {
  offerId: string
  offerOwnerId: string
  offerType: OfferType
  offerVersion: number
  fiatMilli: bigint
  usdtMicro: bigint
  tailMilli: bigint
}

/** What opens a trade; a taker who sells names the account on which they want to be paid. */
type Opening = { quoteId: string; paymentAccountId?: string | null | undefined; key: string }

/**
 * Opens a trade at a quoted price and locks the seller's USDT; returns the trade's id. Takers of one offer queue
 * on its row, so that it never serves more trades or USDT than it has: a taker who comes too late gets `offer_busy` or
 * `offer_sold_out`. A quote that is unknown or foreign is `quote_unknown`, a used one `quote_used`. The rest is refused in the
 * order of `assertTakable`, with an outdated or expired quote (`quote_outdated`, `quote_expired`) in the place of the amount: the
 * price is never changed silently (decisions: Money). The seller's payment account is copied into the trade; a taker who sells
 * and names none of their own is `payment_account_required` or `payment_account_mismatch`.
 */
export async function openTrade(
  tx: Tx,
  keyring: Keyring,
  takerId: string,
  { quoteId, paymentAccountId = null, key }: Opening,
): Promise<string> {
  const quote = await findQuote(tx, takerId, quoteId)
  if (!quote) throw new DomainError('quote_unknown')
  const offer = await lockOffer(tx, quote.offerId)
  const { isLate, usedBy } = await judge(tx, quoteId)
  if (usedBy) throw new DomainError('quote_used', { details: { tradeId: usedBy } })
  if (!offer) throw new DomainError('offer_unavailable')
  await assertTakable(tx, { offer, takerId, isOpening: true }, () => {
    if (offer.version !== quote.offerVersion) throw new DomainError('quote_outdated')
    if (isLate) throw new DomainError('quote_expired')
    return quote
  })

  const role = takerRole(quote.offerType)
  const buyerId = role === 'buyer' ? takerId : quote.offerOwnerId
  const sellerId = role === 'buyer' ? quote.offerOwnerId : takerId
  const account =
    role === 'seller'
      ? await lockOwnAccount(tx, takerId, offer.paymentMethod, paymentAccountId)
      : await lockAccountOfOffer(tx, offer)
  if (quote.tailMilli !== 0n) await assertSumUnique(tx, { sellerId, quoteId })
  const tradeId = await insertTrade(tx, quoteId, buyerId, sellerId)
  await sql`
    insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id,
      pay_deadline, deadline, payment_window_minutes, opened_at, at, command_key)
    select id, 1, 'none', status, 'open', ${role}, ${takerId},
      pay_deadline, deadline, payment_window_minutes, created_at, created_at, ${`${takerId}:${key}`}
    from trades where id = ${tradeId}`.execute(tx)
  await copyToTrade(tx, keyring, { tradeId, sellerId, account })
  await escrow.lock(tx, tradeId)
  const trade = { id: tradeId, buyerId, sellerId, status: 'awaiting_payment' as const, version: 1 }
  const writer = { id: offer.ownerId, role: role === 'buyer' ? ('seller' as const) : ('buyer' as const) }
  await notifyParties(tx, trade, 'opened', { writer, terms: offer.terms, firstMessage: offer.firstMessage })
  await notifyIfSoldOut(tx, tradeId)
  return tradeId
}

async function findQuote(tx: Tx, takerId: string, quoteId: string): Promise<QuoteRow | null> {
  const { rows } = await sql<QuoteRow>`
    select offer_id, offer_owner_id, offer_type, offer_version, fiat_milli, usdt_micro, tail_milli
    from quotes where id = ${quoteId} and taker_id = ${takerId}`.execute(tx)
  return rows[0] ?? null
}

/** Read after the lock: the database's clock, and whether the quote was already used. */
async function judge(tx: Tx, quoteId: string): Promise<{ isLate: boolean; usedBy: string | null }> {
  const { rows } = await sql<{ isLate: boolean; usedBy: string | null }>`
    select clock_timestamp() > expires_at as is_late, (select id from trades where quote_id = ${quoteId}) as used_by
    from quotes where id = ${quoteId}`.execute(tx)
  return rows[0] ?? { isLate: true, usedBy: null }
}

/** All amounts are copied from the quote inside the database; none passes through the caller. */
async function insertTrade(tx: Tx, quoteId: string, buyerId: string, sellerId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into trades (quote_id, quote_expires_at, offer_id, offer_owner_id, offer_type, taker_id, buyer_id, seller_id,
      fiat_currency, payment_method, terms, reference_policy, payment_window_minutes, anchor, rate_e6, percentage_tenths,
      fiat_milli, usdt_micro, fee_micro, escrow_address, chain, status, version, created_at, moved_at, pay_deadline, deadline)
    select q.id, q.expires_at, q.offer_id, q.offer_owner_id, q.offer_type, q.taker_id, ${buyerId}, ${sellerId},
      q.fiat_currency, o.payment_method, o.terms, o.reference_policy, o.payment_window_minutes, q.anchor, q.rate_e6, q.percentage_tenths,
      q.fiat_milli, q.usdt_micro, q.fee_micro, ${demoAddress()}, ${CHAIN}, 'awaiting_payment', 1,
      moment, moment, due, due
    from quotes q join offers o on o.id = q.offer_id, clock_timestamp() as moment,
      lateral (select moment + make_interval(mins => o.payment_window_minutes) as due) deadline
    where q.id = ${quoteId}
    returning id`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a trade was not stored')
  return row.id
}
