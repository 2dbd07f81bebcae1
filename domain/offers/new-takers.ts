/**
 * New takers, who have no completed trade: which part of an offer, and of its owner's limits, they may use together
 * (decisions: Limits). Accounts are free, so without a bound a crowd of them could hold all that is for sale.
 */
import { availableMicro } from '../accounts/tiers.ts'
import { leastAmount } from '../money.ts'
import type { TakerRefusal } from '../profiles/relations.ts'
import type { AmountLimits, TierUse } from '../accounts/tiers.ts'

/** The owner's choice for an offer. */
export const NEW_TAKER_SHARES = ['none', 'third', 'half', 'all'] as const
export type NewTakerShare = (typeof NEW_TAKER_SHARES)[number]

export const NEW_TAKER_SHARE_DEFAULT: NewTakerShare = 'third'

type Part = readonly [numerator: number, divisor: number]

/**
 * What new takers may use of an offer, as fractions: without bonds, and with. A crowd can pay for bonds, so
 * with them, too, a third is left to traders with a record. The table `new_taker_shares` holds the same rows.
 */
export const NEW_TAKER_PARTS: Readonly<Record<NewTakerShare, { alone: Part; bonded: Part }>> = {
  none: { alone: [0, 1], bonded: [0, 1] },
  third: { alone: [1, 3], bonded: [2, 3] },
  half: { alone: [1, 2], bonded: [2, 3] },
  all: { alone: [1, 1], bonded: [1, 1] },
}

export const NEW_TAKER_SHARE_LABELS: Readonly<Record<NewTakerShare, string>> = {
  none: /*i18n*/ 'None of this offer',
  third: /*i18n*/ 'Up to a third of this offer',
  half: /*i18n*/ 'Up to half of this offer',
  all: /*i18n*/ 'All of this offer',
}

/** The part of an amount in micro USDT, rounded down. */
export function newTakerPart(share: NewTakerShare, wholeMicro: bigint, hasBond: boolean): bigint {
  const [numerator, divisor] = partOf(share, hasBond)
  return (wholeMicro * BigInt(numerator)) / BigInt(divisor)
}

/** At least one of an offer's slots, and never the last one unless all are for everyone. */
export function newTakerSlots(share: NewTakerShare, slots: number, hasBond: boolean): number {
  const [numerator, divisor] = partOf(share, hasBond)
  if (numerator === 0) return 0
  return numerator === divisor ? slots : Math.min(Math.max(Math.floor((slots * numerator) / divisor), 1), slots - 1)
}

function partOf(share: NewTakerShare, hasBond: boolean): Part {
  return NEW_TAKER_PARTS[share][hasBond ? 'bonded' : 'alone']
}

/** An offer's slots and USDT, and what of both the open trades of all takers and of new takers hold. */
export type OfferUse = {
  newTakerShare: NewTakerShare
  maxOpenTrades: number
  newTakerTrades: number
  /** All that the offer trades, open trades included; null is no limit. */
  inventoryMicro: bigint | null
  reservedMicro: bigint
  newTakerMicro: bigint
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
 * Micro USDT that a new taker can take with or without a bond: what is left of the share, and no more than the offer and its owner's
 * limits leave for everyone.
 */
export function leftForNewTaker(offer: OfferUse, { limits, use, newTakerUse }: OwnerUse, hasBond: boolean): bigint {
  const { newTakerShare: share, inventoryMicro } = offer
  const ofOffer = leftOfOffer(offer)
  if (offer.newTakerTrades >= newTakerSlots(share, offer.maxOpenTrades, hasBond)) return 0n
  return leastAmount(
    availableMicro(limits, use),
    newTakerPart(share, limits.open, hasBond) - newTakerUse.open,
    newTakerPart(share, limits.day, hasBond) - newTakerUse.day,
    ...(ofOffer === null || inventoryMicro === null
      ? []
      : [ofOffer, newTakerPart(share, inventoryMicro, hasBond) - offer.newTakerMicro]),
  )
}

/** Why a new taker cannot take an offer whose slots for them are used; one without any requires a completed trade. */
export function refusalOfSlots(slots: number): TakerRefusal {
  return slots === 0
    ? { code: 'taker_trades_too_few', values: { trades: 1, ownTrades: 0 } }
    : { code: 'new_taker_offer_busy', values: { slots } }
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
