/** Changes of several offers in one call, and refills. */
import * as z from 'zod/mini'
import { exact, readsNumber } from '../reading/fields.ts'
import { LIMITS } from '../limits.ts'
import { isTooLarge, parseUsdt } from '../money.ts'
import { formatPercentage, isWithinPercentageLimit, parsePercentage } from './offers.ts'
import { percentage } from './offer-form.ts'

const offerChange = z.strictObject({
  offerId: z.uuid(),
  /** The version that the owner saw. */
  seenVersion: z.int().check(z.minimum(1)),
  pricePercentage: z.optional(percentage),
  status: z.optional(z.enum(['active', 'paused'])),
})
export type OfferChange = z.infer<typeof offerChange>

export const offerChangesSchema = z.strictObject({
  offers: z.array(offerChange).check(
    z.minLength(1),
    z.maxLength(LIMITS.offers),
    z.refine((offers) => new Set(offers.map(({ offerId }) => offerId)).size === offers.length, {
      message: /*i18n*/ 'Name each offer once.',
    }),
  ),
})

/** The percentage after a shift, "1.5" and "-0.5" being "1.0"; null outside the limits of an offer. */
export function shiftPercentage(present: string, by: string): string | null {
  const [from, step] = [parsePercentage(present), parsePercentage(by)]
  if (from === null || step === null || !isWithinPercentageLimit(from + step)) return null
  return formatPercentage(from + step)
}

const USDT_TOO_MUCH = /*i18n*/ 'Available USDT must be less than 1,000,000,000'
/** What an offer can have at most, in micro USDT. */
const INVENTORY_MAX_MICRO = 1_000_000_000_000_000n

const refillUsdt = readsNumber('assetAmount').check((ctx) => {
  const message = refillError(ctx.value)
  if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
})

function refillError(text: string): string | null {
  if (isTooLarge(text)) return USDT_TOO_MUCH
  const micro = parseUsdt(text)
  return micro === null || micro <= 0n ? /*i18n*/ 'Available USDT must be a number greater than 0' : null
}

/** Adds USDT to what an offer has, or sets what is left for new trades. */
export const refillSchema = z.strictObject({
  kind: z.enum(['add', 'set']),
  usdt: refillUsdt,
  /** `availableUsdt` as the owner saw it, empty for no limit. */
  seenAvailableUsdt: exact().check(z.maxLength(30)),
})
export type Refill = z.infer<typeof refillSchema>

/** The offer's inventory after a refill, or the message that refuses it. */
export function refilledMicro(inventoryMicro: bigint | null, reservedMicro: bigint, { kind, usdt }: Refill) {
  const micro = parseUsdt(usdt) ?? 0n
  const after = (kind === 'add' ? (inventoryMicro ?? reservedMicro) : reservedMicro) + micro
  return after < INVENTORY_MAX_MICRO ? { after } : { refused: USDT_TOO_MUCH }
}
