import type { TradeEstimate } from '../../domain/api/trades/trade-estimate.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { formatFiat, formatPrice, formatUsdt } from '../../domain/money.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import { quoteAmounts, takerUsdt } from '../../domain/trades/quote.ts'
import type { Tx } from '../db/pool.ts'
import { assertRated } from '../offers/rates/rates.ts'
import type { RateSource } from '../offers/rates/rates.ts'
import { priceNow, stepOf } from '../offers/offer-amounts.ts'
import { findOfferRow, getOffer } from '../offers/queries.ts'
import { assertTakable } from './assert-takable.ts'
import { chosenMethod } from './chosen-method.ts'
import { typedAmount } from './create-quote.ts'

/**
 * What a quote for this fiat amount would say now, also to a caller who is signed out. It stores nothing and holds no price.
 * Refuses as `createQuote` does (to a visitor for reasons that do not depend on the taker), and with `not_found` what `getOffer`
 * hides. In a transaction, because `assertTakable` reads a taker's standing under a shared lock.
 */
export async function estimateTrade(
  tx: Tx,
  rates: RateSource,
  viewerId: string | null,
  { offerId, amount, paymentMethod }: { offerId: string; amount: string; paymentMethod?: PaymentMethod | undefined },
): Promise<TradeEstimate> {
  // Hides what the page of the offer hides.
  await getOffer(tx, rates, viewerId, offerId)
  const offer = await findOfferRow(tx, offerId)
  if (!offer) throw new DomainError('not_found')
  const { fiatCurrency, type } = offer
  const { price } = priceNow(offer, rates)
  const taken = await assertTakable(tx, { offer, takerId: viewerId }, () => {
    const method = chosenMethod(offer, paymentMethod)
    assertRated(rates, fiatCurrency)
    return { method, ...quoteAmounts('fiat', typedAmount('fiat', amount), price, stepOf(fiatCurrency)) }
  })
  const { method, fiatMilli, usdtMicro, feeMicro, bondMicro } = taken
  const role = takerRole(type)
  return {
    role,
    fiatCurrency,
    paymentMethod: method,
    price: formatPrice(price),
    amountFiat: formatFiat(fiatMilli),
    amountUsdt: formatUsdt(usdtMicro),
    fee: formatUsdt(feeMicro),
    takerUsdt: formatUsdt(takerUsdt(role, usdtMicro)),
    bond: formatUsdt(bondMicro),
  }
}
