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
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { formatPercentage, takerRole } from '../../domain/offers/offers.ts'
import { QUOTES_PER_MINUTE } from '../../domain/limits.ts'
import { QUOTE_SECONDS, quoteAmounts, settlement } from '../../domain/trades/quote.ts'
import type { Anchor } from '../../domain/trades/quote.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { assertRated } from '../offers/rates/rates.ts'
import type { RateSource } from '../offers/rates/rates.ts'
import { priceNow, stepOf } from '../offers/offer-amounts.ts'
import { findOfferRow } from '../offers/queries.ts'
import type { OfferRow } from '../offers/queries.ts'
import type { RateLimits } from '../http/rate-limits/rate-limits.ts'
import { withTail } from './amount-tail.ts'
import { assertTakable } from './assert-takable.ts'
import { chosenMethod } from './chosen-method.ts'

export type QuoteWish = {
  offerId: string
  anchor: Anchor
  amount: string
  /** The taker's choice of the offer's methods. */
  paymentMethod?: PaymentMethod | undefined
}

/**
 * Holds a price for `takerId` for 60 seconds. `amount` is what the taker typed, in the anchor's money. Refuses what cannot
 * become a trade, in the order of `assertTakable`: an unknown offer as `offer_unavailable`, and a text that is no amount as
 * `invalid_input` on `amount` with the specification's texts (spec-coverage 5 New trade; decisions: Money).
 */
export async function createQuote(tx: Tx, rates: RateSource, takerId: string, wish: QuoteWish): Promise<Quote> {
  return quoteOn(tx, rates, takerId, { wish, offer: await findOfferRow(tx, wish.offerId) })
}

/** The same for a call of the user's: refuses with `quote_limit` beyond the number for a minute. */
export async function createCountedQuote(
  tx: Tx,
  { rates, limits }: { rates: RateSource; limits: RateLimits },
  takerId: string,
  wish: QuoteWish,
): Promise<Quote> {
  await consumeQuote(tx, limits, takerId)
  return createQuote(tx, rates, takerId, wish)
}

async function quoteOn(
  tx: Tx,
  rates: RateSource,
  takerId: string,
  { wish, offer }: { wish: QuoteWish; offer: OfferRow | null },
): Promise<Quote> {
  if (!offer) throw new DomainError('offer_unavailable')
  const { rateE6, price } = priceNow(offer, rates)
  const taken = await assertTakable(tx, { offer, takerId }, async () => {
    const method = chosenMethod(offer, wish.paymentMethod)
    assertRated(rates, offer.fiatCurrency)
    const asked = quoteAmounts(wish.anchor, typedAmount(wish.anchor, wish.amount), price, stepOf(offer.fiatCurrency))
    return { method, ...(await withTail(tx, offer, { takerId, method }, { asked, price })) }
  })
  const { method, fiatMilli, usdtMicro, feeMicro, tailMilli, bondMicro } = taken
  const anchor = tailMilli === 0n ? wish.anchor : 'fiat'

  const { rows } = await sql<{ id: string; bondMicro: bigint; expiresAt: Date; createdAt: Date }>`
    insert into quotes (taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, payment_method, step_milli,
      anchor, rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, tail_milli, bond_micro, created_at, expires_at)
    select ${takerId}, ${offer.id}, ${offer.ownerId}, ${offer.type}, ${offer.version}, ${offer.fiatCurrency}, ${method},
      ${stepOf(offer.fiatCurrency)}, ${anchor}, ${rateE6}, ${offer.percentageTenths}, ${fiatMilli}, ${usdtMicro},
      ${feeMicro}, ${tailMilli}, ${bondMicro}, moment, moment + make_interval(secs => ${sql.lit(QUOTE_SECONDS)})
    from clock_timestamp() as moment
    returning id, bond_micro, created_at, expires_at`.execute(tx)
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
    paymentMethod: method,
    rate: formatRate(rateE6),
    pricePercentage: formatPercentage(offer.percentageTenths),
    price: formatPrice(price),
    anchor,
    amountFiat: formatFiat(fiatMilli),
    amountUsdt: formatUsdt(usdtMicro),
    amountTail: tailMilli < 0n ? `-${formatFiat(-tailMilli)}` : formatFiat(tailMilli),
    fee: formatUsdt(feeMicro),
    takerUsdt: formatUsdt(role === 'buyer' ? buyerReceivesMicro : sellerLocksMicro),
    bond: formatUsdt(row.bondMicro),
    expiresAt: row.expiresAt.toISOString(),
    now: row.createdAt.toISOString(),
  }
}

async function consumeQuote(tx: Tx, limits: RateLimits, takerId: string): Promise<void> {
  try {
    await limits.consume(tx, 'quotes_per_account', takerId)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const retryAfterSeconds = Number(error.details?.retryAfterSeconds)
    const values = { limit: QUOTES_PER_MINUTE, seconds: retryAfterSeconds }
    throw new DomainError('quote_limit', { values, details: { retryAfterSeconds } })
  }
}

/** The typed amount in milli fiat or micro USDT. Refuses with `invalid_input` what is no amount above 0. */
export function typedAmount(anchor: Anchor, text: string): bigint {
  const amount = anchor === 'fiat' ? parseFiat(text) : parseUsdt(text)
  if (amount === null || amount <= 0n) throw new InvalidInput({ amount: AMOUNT_TEXTS[anchor] })
  return amount
}
