import { DomainError, InvalidInput } from '../../domain/errors.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { AMOUNT_TEXTS, formatFiat, formatUsdt } from '../../domain/money.ts'
import { leftForNewTaker, leftOfOffer } from '../../domain/offers/new-takers.ts'
import type { OwnerUse } from '../../domain/offers/new-takers.ts'
import { bondFor } from '../../domain/trades/bonds.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { assertOpen } from '../offers/business-hours/assert-open.ts'
import { currencyUnavailable, lockCurrency } from '../offers/currencies/queries.ts'
import { isWithheld } from '../offers/queries.ts'
import type { OfferRow } from '../offers/queries.ts'
import { assertMayTake, lockPair } from '../profiles/relations/taker-refusal.ts'
import { assertWithinOwnerLimits, assertWithinTier } from '../accounts/tiers/assert-within-tier.ts'
import { assertMayTrade, mayTrade } from '../accounts/users/assert-may-trade.ts'
import { assertTakerLimits, lockParties } from './assert-taker-limits.ts'
import type { NewTaker } from './assert-taker-limits.ts'

type Taking = {
  offer: OfferRow
  /** Null for a visitor, of whom only what the offer itself refuses is judged. */
  takerId: string | null
  /** The trade is opened in this transaction, with the bond of its quote: the locks of its parties are taken before their limits are read. */
  opening?: { bondMicro: bigint }
}
/** What is taken of an offer, and the taker's choice of its payment methods. */
type Taken = { fiatMilli: bigint; usdtMicro: bigint; method: PaymentMethod }

/**
 * The one judgement of whether an offer can be taken, which a quote, an estimate and an opening ask for. `amountsOf` says for how
 * much, in milli fiat and micro USDT, and by which method, once nothing else refuses; its answer is returned with the bond that the trade needs. The refusals, the first that applies:
 *
 * 1. of every trade: `outage`, `currency_unavailable`
 * 2. of the offer: `own_offer`, `offer_unavailable`, `offer_busy`
 * 3. of the taker: `arbiter_may_not_trade`, `account_suspended`
 * 4. of the pair: `offer_unavailable` (an offer for trusted traders), `trade_not_possible`, a requirement that is not met
 * 5. of the moment: `offer_closed`
 * 6. of the taker's teams and open trades: `own_team`, `opening_paused`, `offer_trade_open`, `new_trader_limit`,
 *    `open_trades_limit`, `new_taker_network_limit`, `new_taker_offer_busy`
 * 7. what `amountsOf` refuses, for example `payment_method_not_offered`, `rate_unavailable` or `quote_expired`
 * 8. of the amount: `amount_out_of_limits`, `offer_sold_out`, `tier_trade_limit`, `tier_open_limit`, `tier_day_limit`,
 *    `counterparty_limit`, `new_taker_usdt_limit`, and of an opening `bond_needed`
 *
 * The constraints and triggers of `trades` refuse the same.
 */
export async function assertTakable<A extends Taken>(
  tx: Tx,
  { offer, takerId, opening }: Taking,
  amountsOf: () => A | Promise<A>,
): Promise<A & { bondMicro: bigint }> {
  const { ownerId } = offer
  if (takerId !== null && opening) {
    // A switch of the currency waits from here on; the locks of the parties stand between what is asked before them and after.
    await lockCurrency(tx, offer.fiatCurrency)
    await assertMarketOpen(tx, offer.fiatCurrency)
    assertServing(offer, takerId)
    await lockForOpening(tx, offer, takerId)
  }
  await assertMarketOpen(tx, offer.fiatCurrency)
  assertServing(offer, takerId)
  if (takerId !== null) {
    await assertMayTrade(tx, takerId)
    await assertMayTake(tx, offer, takerId)
  }
  await assertOpen(tx, offer)
  // A quoted bond stays allowed when the operator switches bonds off.
  const mayLockBond = offer.allowsBond || (opening !== undefined && opening.bondMicro > 0n)
  let newTaker: NewTaker | null = null
  if (takerId !== null) newTaker = await assertTakerLimits(tx, takerId, offer, mayLockBond)
  const amounts = await amountsOf()
  assertInLimits(offer, amounts)
  const { usdtMicro, method } = amounts
  let bondMicro = 0n
  if (takerId === null) {
    await assertWithinOwnerLimits(tx, { ownerId, method, usdtMicro })
  } else {
    const owner = await assertWithinTier(tx, { takerId, ownerId, method, usdtMicro })
    if (newTaker) bondMicro = bondOf({ offer, owner, ...newTaker, mayLockBond }, usdtMicro)
    if (opening && opening.bondMicro < bondMicro) throw new DomainError('bond_needed')
  }
  return { ...amounts, bondMicro }
}

type NewTaking = NewTaker & { offer: OfferRow; owner: OwnerUse; mayLockBond: boolean }

/** The bond of a new taker, in micro USDT: none within what is left without one. */
function bondOf({ offer, owner, isNetworkFull, mayLockBond }: NewTaking, usdtMicro: bigint): bigint {
  if (!isNetworkFull && usdtMicro <= leftForNewTaker(offer, owner, false)) return 0n
  const left = leftForNewTaker(offer, owner, mayLockBond)
  if (usdtMicro <= left) return bondFor(usdtMicro)
  throw new DomainError('new_taker_usdt_limit', { field: 'amount', values: { availableUsdt: formatUsdt(left) } })
}

async function assertMarketOpen(tx: Tx, currency: FiatCurrency): Promise<void> {
  const { rows } = await sql<{ outageSince: Date | null; isAvailable: boolean }>`
    select (select started_at from outages where ended_at is null) as outage_since,
      exists (select from currencies where code = ${currency} and switched_off_at is null) as is_available`.execute(tx)
  const { outageSince, isAvailable } = rows[0]!
  if (outageSince) throw new DomainError('outage', { details: { startedAt: outageSince.toISOString() } })
  if (!isAvailable) throw currencyUnavailable(currency)
}

function assertServing(offer: OfferRow, takerId: string | null): void {
  if (offer.ownerId === takerId) throw new DomainError('own_offer')
  if (offer.status !== 'active' || isWithheld(offer)) throw new DomainError('offer_unavailable')
  if (offer.openTrades >= offer.maxOpenTrades) throw new DomainError('offer_busy')
}

/** The owner's standing is read again under its lock: the offer's row was read before this transaction had waited for it. */
async function lockForOpening(tx: Tx, { ownerId }: OfferRow, takerId: string): Promise<void> {
  await lockParties(tx, [takerId, ownerId])
  if (!(await mayTrade(tx, ownerId))) throw new DomainError('offer_unavailable')
  await lockPair(tx, takerId, ownerId)
}

function assertInLimits(offer: OfferRow, { fiatMilli, usdtMicro }: Taken): void {
  // An offer's minimum is never below the smallest trade.
  if (fiatMilli < offer.minMilli || fiatMilli > offer.maxMilli) {
    const values = { from: formatFiat(offer.minMilli), to: formatFiat(offer.maxMilli), currency: offer.fiatCurrency }
    throw new DomainError('amount_out_of_limits', { field: 'amount', values })
  }
  if (usdtMicro <= 0n) throw new InvalidInput({ amount: AMOUNT_TEXTS.usdt })
  const left = leftOfOffer(offer)
  if (left !== null && left < usdtMicro) {
    throw new DomainError('offer_sold_out', { field: 'amount', details: { availableUsdt: formatUsdt(left) } })
  }
}
