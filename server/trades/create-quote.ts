import type { Quote } from '../../domain/api/trades/trades.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import {
  AMOUNT_TEXTS,
  formatFiat,
  formatPrice,
  formatRate,
  formatUsdt,
  parseFiat,
  parseUsdt,
} from '../../domain/money.ts'
import { formatPercentage, takerRole } from '../../domain/offers/offers.ts'
import { QUOTES_PER_MINUTE } from '../../domain/limits.ts'
import { QUOTE_SECONDS, quoteAmounts, settlement } from '../../domain/trades/quote.ts'
import type { Anchor } from '../../domain/trades/quote.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { RateSource } from '../offers/market/rates.ts'
import { findOfferRow, isWithheld, leftMicro, priceNow, stepOf } from '../offers/queries.ts'
import type { OfferRow } from '../offers/queries.ts'
import { assertOpen } from '../offers/business-hours/assert-open.ts'
import { assertCurrencyAvailable } from '../offers/currencies/queries.ts'
import { assertNoOutage } from '../http/outages/queries.ts'
import { assertMayTake } from '../profiles/relations/taker-refusal.ts'
import { assertWithinTier } from '../accounts/tiers/assert-within-tier.ts'
import type { RateLimits } from '../http/rate-limits/rate-limits.ts'
import { assertMayTrade } from '../accounts/users/assert-may-trade.ts'
import { assertNotInOneTeam } from '../accounts/teams/assert-not-in-one-team.ts'
import { withTail } from './amount-tail.ts'
import { assertTakerLimits } from './assert-taker-limits.ts'

/**
 * Holds a price for `takerId` for 60 seconds. `amount` is what the taker typed, in the anchor's money.
 * Refuses what cannot become a trade: `outage`, `currency_unavailable`, `own_offer`, `offer_unavailable`, `offer_busy`, `offer_sold_out`, what `assertMayTake`,
 * `assertOpen` and `assertTakerLimits` refuse, and
 * `invalid_input` on `amount` with the specification's texts (spec-coverage 5 New trade; decisions: Money).
 */
export async function createQuote(
  tx: Tx,
  rates: RateSource,
  takerId: string,
  wish: { offerId: string; anchor: Anchor; amount: string },
): Promise<Quote> {
  await assertNoOutage(tx)
  const offer = await findOfferRow(tx, wish.offerId)
  if (!offer) throw new DomainError('offer_unavailable')
  await assertCurrencyAvailable(tx, offer.fiatCurrency)
  assertServing(offer, takerId)
  await assertMayTrade(tx, takerId)
  await assertMayTake(tx, offer, takerId)
  await assertOpen(tx, offer)
  await assertNotInOneTeam(tx, takerId, offer.ownerId)
  await assertTakerLimits(tx, takerId, offer.id)
  const { rateE6, price } = priceNow(offer, rates)
  const asked = quoteAmounts(wish.anchor, typedAmount(wish.anchor, wish.amount), price, stepOf(offer.fiatCurrency))
  const { fiatMilli, usdtMicro, feeMicro, tailMilli } = await withTail(tx, offer, takerId, { asked, price })
  const anchor = tailMilli === 0n ? wish.anchor : 'fiat'
  assertNotOutOfLimits(offer, fiatMilli, usdtMicro)
  await assertWithinTier(tx, { takerId, ownerId: offer.ownerId, method: offer.paymentMethod, usdtMicro })

  const { rows } = await sql<{ id: string; expiresAt: Date; createdAt: Date }>`
    insert into quotes (taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, step_milli,
      anchor, rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, tail_milli, created_at, expires_at)
    select ${takerId}, ${offer.id}, ${offer.ownerId}, ${offer.type}, ${offer.version}, ${offer.fiatCurrency},
      ${stepOf(offer.fiatCurrency)}, ${anchor}, ${rateE6}, ${offer.percentageTenths}, ${fiatMilli}, ${usdtMicro},
      ${feeMicro}, ${tailMilli}, moment, moment + make_interval(secs => ${sql.lit(QUOTE_SECONDS)})
    from clock_timestamp() as moment
    returning id, created_at, expires_at`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a quote was not stored')

  const role = takerRole(offer.type)
  const { sellerLocksMicro, buyerReceivesMicro } = settlement(usdtMicro, feeMicro, role)
  return {
    id: row.id,
    offerId: offer.id,
    offerVersion: offer.version,
    role,
    fiatCurrency: offer.fiatCurrency,
    rate: formatRate(rateE6),
    pricePercentage: formatPercentage(offer.percentageTenths),
    price: formatPrice(price),
    anchor,
    amountFiat: formatFiat(fiatMilli),
    amountUsdt: formatUsdt(usdtMicro),
    amountTail: tailMilli < 0n ? `-${formatFiat(-tailMilli)}` : formatFiat(tailMilli),
    fee: formatUsdt(feeMicro),
    takerUsdt: formatUsdt(role === 'buyer' ? buyerReceivesMicro : sellerLocksMicro),
    expiresAt: row.expiresAt.toISOString(),
    now: row.createdAt.toISOString(),
  }
}

/** Counts one quote of the user; refuses with `quote_limit` beyond the number for a minute. */
export async function consumeQuote(tx: Tx, limits: RateLimits, takerId: string): Promise<void> {
  try {
    await limits.consume(tx, 'quotes_per_account', takerId)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const retryAfterSeconds = Number(error.details?.retryAfterSeconds)
    const values = { limit: QUOTES_PER_MINUTE, seconds: retryAfterSeconds }
    throw new DomainError('quote_limit', { values, details: { retryAfterSeconds } })
  }
}

/** Why this user, or a visitor (null), cannot take the offer now, whatever the amount. */
export function assertServing(offer: OfferRow, takerId: string | null): void {
  if (offer.ownerId === takerId) throw new DomainError('own_offer')
  if (offer.status !== 'active' || isWithheld(offer)) throw new DomainError('offer_unavailable')
  if (offer.openTrades >= offer.maxOpenTrades) throw new DomainError('offer_busy')
}

export function assertNotSoldOut(offer: OfferRow, usdtMicro: bigint): void {
  const left = leftMicro(offer)
  if (left !== null && left < usdtMicro) {
    throw new DomainError('offer_sold_out', { field: 'amount', details: { availableUsdt: formatUsdt(left) } })
  }
}

export function assertNotOutOfLimits(offer: OfferRow, fiatMilli: bigint, usdtMicro: bigint): void {
  // An offer's minimum is never below the smallest trade.
  if (fiatMilli < offer.minMilli || fiatMilli > offer.maxMilli) {
    const values = { from: formatFiat(offer.minMilli), to: formatFiat(offer.maxMilli), currency: offer.fiatCurrency }
    throw new DomainError('amount_out_of_limits', { field: 'amount', values })
  }
  if (usdtMicro <= 0n) throw invalidAmount('usdt')
  assertNotSoldOut(offer, usdtMicro)
}

export function typedAmount(anchor: Anchor, text: string): bigint {
  const amount = anchor === 'fiat' ? parseFiat(text) : parseUsdt(text)
  if (amount === null || amount <= 0n) throw invalidAmount(anchor)
  return amount
}

function invalidAmount(anchor: Anchor): DomainError {
  return new InvalidInput({ amount: anchor === 'fiat' ? AMOUNT_TEXTS.fiat : AMOUNT_TEXTS.usdt })
}
