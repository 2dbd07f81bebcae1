/** What an offer costs and can still serve: at the present rate, for everyone and for new takers. */
import { PAYMENT_METHOD_RISKS, availableMicro } from '../../domain/accounts/tiers.ts'
import type { PaymentRisk } from '../../domain/accounts/tiers.ts'
import { CURRENCIES } from '../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { formatUsdt, leastAmount } from '../../domain/money.ts'
import { leftForNewTaker, leftOfOffer, newTakerSlots, refusalOfSlots } from '../../domain/offers/new-takers.ts'
import type { OfferUse } from '../../domain/offers/new-takers.ts'
import type { TakerRefusal } from '../../domain/profiles/relations.ts'
import { priceE9, usdtFor } from '../../domain/trades/quote.ts'
import { readLimitsOfMany } from '../accounts/tiers/queries.ts'
import type { DbOrTx } from '../db/pool.ts'
import type { RateSource } from './rates/rates.ts'

type PricedOffer = { fiatCurrency: FiatCurrency; percentageTenths: number }
type ServingOffer = PricedOffer &
  OfferUse & {
    id: string
    ownerId: string
    allowsBond: boolean
    paymentMethods: PaymentMethod[]
    minMilli: bigint
    maxMilli: bigint
  }

/** The price in 10^-9 fiat per USDT, the rest in micro USDT. */
export type OfferAmounts = {
  price: bigint
  minMicro: bigint
  maxMicro: bigint
  /** The largest trade that the offer and its owner can serve now, by the method that allows the most. */
  tradableMicro: bigint
  /** The same for a taker without a completed trade, who may lock a bond, and without one. */
  newTakerMicro: bigint
  withoutBondMicro: bigint
}

/**
 * By the ids of these offers, with the limits that their owners' tiers leave, in one statement. Of an offer that takes some of the
 * `wanted` methods, by these only.
 */
export async function readAmounts(
  db: DbOrTx,
  rates: RateSource,
  offers: readonly ServingOffer[],
  wanted: readonly PaymentMethod[] = [],
): Promise<Map<string, OfferAmounts>> {
  const limitsOf = await readLimitsOfMany(
    db,
    offers.flatMap((offer) => risksOf(offer, wanted).map((risk) => ({ userId: offer.ownerId, risk }))),
  )
  return new Map(
    offers.map((offer) => {
      const { price } = priceNow(offer, rates)
      const minMicro = usdtFor(offer.minMilli, price)
      const maxMicro = usdtFor(offer.maxMilli, price)
      const served = risksOf(offer, wanted).map((risk) => {
        const owner = limitsOf(offer.ownerId, risk)
        const tradableMicro = leastAmount(
          maxMicro,
          leftOfOffer(offer) ?? maxMicro,
          availableMicro(owner.limits, owner.use),
        )
        const newTakerMicro = leastAmount(tradableMicro, leftForNewTaker(offer, owner, offer.allowsBond))
        const withoutBondMicro = leastAmount(newTakerMicro, leftForNewTaker(offer, owner, false))
        return { tradableMicro, newTakerMicro, withoutBondMicro }
      })
      const most = (amount: keyof (typeof served)[number]) => largestAmount(served.map((each) => each[amount]))
      const [tradableMicro, newTakerMicro] = [most('tradableMicro'), most('newTakerMicro')]
      const withoutBondMicro = most('withoutBondMicro')
      return [offer.id, { price, minMicro, maxMicro, tradableMicro, newTakerMicro, withoutBondMicro }]
    }),
  )
}

/** The limits of the owner depend on the risk of the method that a taker chooses. */
function risksOf({ paymentMethods }: ServingOffer, wanted: readonly PaymentMethod[]): PaymentRisk[] {
  const chosen = paymentMethods.filter((method) => wanted.includes(method))
  return [...new Set((chosen.length > 0 ? chosen : paymentMethods).map((method) => PAYMENT_METHOD_RISKS[method]))]
}

function largestAmount(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, amount) => (amount > most ? amount : most))
}

/** Why no user, or no new taker, can take even the smallest amount of the offer at the moment; null where they can. */
export function refusalOfLeft(
  offer: Pick<ServingOffer, 'newTakerShare' | 'newTakerTrades' | 'maxOpenTrades' | 'allowsBond'>,
  { minMicro, tradableMicro, newTakerMicro }: OfferAmounts,
  { isNewTaker }: { isNewTaker: boolean },
): TakerRefusal | null {
  if (tradableMicro < minMicro) {
    return { code: 'counterparty_limit', values: { availableUsdt: formatUsdt(tradableMicro) } }
  }
  if (!isNewTaker || newTakerMicro >= minMicro) return null
  const slots = newTakerSlots(offer.newTakerShare, offer.maxOpenTrades, offer.allowsBond)
  return offer.newTakerTrades >= slots
    ? refusalOfSlots(slots)
    : { code: 'new_taker_usdt_limit', values: { availableUsdt: formatUsdt(newTakerMicro) } }
}

/** The price of an offer at the present market rate, with the rate, in 10^-9 and 10^-6 fiat per USDT. */
export function priceNow(offer: PricedOffer, rates: RateSource) {
  const { rateE6 } = rates.rateOf(offer.fiatCurrency)
  return { rateE6, price: priceE9(rateE6, offer.percentageTenths) }
}

/** The smallest step of a currency's amounts, in milli units. */
export function stepOf(currency: FiatCurrency): bigint {
  return CURRENCIES[currency].stepMilli
}
