import type { TradeEstimate } from '../../domain/api/trades/trade-estimate.ts'
import { DomainError } from '../../domain/errors.ts'
import { formatFiat, formatPrice, formatUsdt } from '../../domain/money.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import { quoteAmounts, takerUsdt } from '../../domain/trades/quote.ts'
import type { Db } from '../db/pool.ts'
import type { RateSource } from '../offers/market/rates.ts'
import { findOfferRow, getOffer, priceNow, stepOf } from '../offers/queries.ts'
import { assertNotOutOfLimits, assertServing, typedAmount } from './create-quote.ts'

/**
 * What a quote for this fiat amount would say now, also to a caller who is signed out. It stores nothing and holds no price.
 * Refuses as `createQuote` does for reasons that do not depend on the taker, and with `not_found` what `getOffer` hides.
 */
export async function estimateTrade(
  db: Db,
  rates: RateSource,
  viewerId: string | null,
  { offerId, amount }: { offerId: string; amount: string },
): Promise<TradeEstimate> {
  await getOffer(db, rates, viewerId, offerId)
  const offer = await findOfferRow(db, offerId)
  if (!offer) throw new DomainError('not_found')
  const { fiatCurrency, type } = offer
  if (!offer.isCurrencyAvailable) throw new DomainError('currency_unavailable', { values: { currency: fiatCurrency } })
  assertServing(offer, viewerId)
  const opensAt = offer.opensAt?.toISOString()
  if (opensAt !== undefined) throw new DomainError('offer_closed', { values: { opensAt }, details: { opensAt } })
  const { price } = priceNow(offer, rates)
  const { fiatMilli, usdtMicro, feeMicro } = quoteAmounts(
    'fiat',
    typedAmount('fiat', amount),
    price,
    stepOf(fiatCurrency),
  )
  assertNotOutOfLimits(offer, fiatMilli, usdtMicro)
  const role = takerRole(type)
  return {
    role,
    fiatCurrency,
    price: formatPrice(price),
    amountFiat: formatFiat(fiatMilli),
    amountUsdt: formatUsdt(usdtMicro),
    fee: formatUsdt(feeMicro),
    takerUsdt: formatUsdt(takerUsdt(role, usdtMicro)),
  }
}
