/**
 * New takers, who have no completed trade: which part of an offer, and of its owner's limits, they may use together
 * (decisions: Limits). Accounts are free, so without a bound a crowd of them could hold all that is for sale.
 */
import { availableMicro } from '../accounts/tiers.ts'
import { leastAmount } from '../money.ts'
import type { AmountLimits, TierUse } from '../accounts/tiers.ts'

/** The owner's choice for an offer. */
export const NEW_TAKER_SHARES = ['none', 'third', 'half', 'all'] as const
export type NewTakerShare = (typeof NEW_TAKER_SHARES)[number]

export const NEW_TAKER_SHARE_DEFAULT: NewTakerShare = 'third'

/** A share is one part of so many; null is nothing. */
export const NEW_TAKER_DIVISORS: Readonly<Record<NewTakerShare, number | null>> = {
  none: null,
  third: 3,
  half: 2,
  all: 1,
}

export const NEW_TAKER_SHARE_LABELS: Readonly<Record<NewTakerShare, string>> = {
  none: /*i18n*/ 'None of this offer',
  third: /*i18n*/ 'Up to a third of this offer',
  half: /*i18n*/ 'Up to half of this offer',
  all: /*i18n*/ 'All of this offer',
}

/** The part of an amount in micro USDT, rounded down. */
export function newTakerPart(share: NewTakerShare, wholeMicro: bigint): bigint {
  const divisor = NEW_TAKER_DIVISORS[share]
  return divisor === null ? 0n : wholeMicro / BigInt(divisor)
}

/** At least one of an offer's slots, and never the last one unless all are for everyone. */
export function newTakerSlots(share: NewTakerShare, slots: number): number {
  const divisor = NEW_TAKER_DIVISORS[share]
  if (divisor === null) return 0
  return divisor === 1 ? slots : Math.min(Math.max(Math.floor(slots / divisor), 1), slots - 1)
}

/** An offer's slots and USDT, whether a new taker locks a bond, which lifts the share, and what of both the open trades of all takers and of new takers hold. */
export type OfferUse = {
  newTakerShare: NewTakerShare
  maxOpenTrades: number
  newTakerTrades: number
  /** All that the offer trades, open trades included; null is no limit. */
  inventoryMicro: bigint | null
  reservedMicro: bigint
  newTakerMicro: bigint
  asksBond: boolean
}

/** The limits of an offer's owner by the risk of its payment method, and how much of them is used, in all and by new takers. */
export type OwnerUse = { limits: AmountLimits; use: TierUse; newTakerUse: TierUse }

/** Micro USDT that the offer's open trades leave for one more; null: the offer has no amount of its own. */
export function leftOfOffer({
  inventoryMicro,
  reservedMicro,
}: Pick<OfferUse, 'inventoryMicro' | 'reservedMicro'>): bigint | null {
  return inventoryMicro === null ? null : inventoryMicro - reservedMicro
}

/**
 * Micro USDT that a new taker can take: what is left of the share, and no more than the offer and its owner's limits leave for everyone.
 * With a bond it is as much as everyone's, unless new takers have no part of the offer.
 */
export function leftForNewTaker(offer: OfferUse, { limits, use, newTakerUse }: OwnerUse): bigint {
  const { newTakerShare: share, inventoryMicro } = offer
  const ofOffer = leftOfOffer(offer)
  if (offer.asksBond && share !== 'none') {
    return leastAmount(availableMicro(limits, use), ...(ofOffer === null ? [] : [ofOffer]))
  }
  if (offer.newTakerTrades >= newTakerSlots(share, offer.maxOpenTrades)) return 0n
  return leastAmount(
    availableMicro(limits, use),
    newTakerPart(share, limits.open) - newTakerUse.open,
    newTakerPart(share, limits.day) - newTakerUse.day,
    ...(ofOffer === null || inventoryMicro === null
      ? []
      : [ofOffer, newTakerPart(share, inventoryMicro) - offer.newTakerMicro]),
  )
}

/** An offer that new takers have no part of requires a completed trade. */
export function withNewTakerRequirement<R extends { completedTrades: number }>(
  requirements: R,
  share: NewTakerShare,
): R {
  return share === 'none'
    ? { ...requirements, completedTrades: Math.max(requirements.completedTrades, 1) }
    : requirements
}
