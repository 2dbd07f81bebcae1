/** Amount tails: an offer may change each amount a little, so that its owner recognises a payment without a reference. */
import { formatFiat } from '../money.ts'

/** The largest amount tail, in steps of the currency. */
const TAIL_STEPS_MAX = 99n

/** The largest amount tail in a currency: "0.99" where its step is a hundredth. */
export const largestTail = (stepMilli: bigint): string => formatFiat(TAIL_STEPS_MAX * stepMilli)

type TailLimits = { minMilli: bigint; maxMilli: bigint; stepMilli: bigint }

/** The sums near the one that was asked for that an amount tail may choose, inside the limits. */
export function tailCandidates(askedMilli: bigint, { minMilli, maxMilli, stepMilli }: TailLimits): bigint[] {
  const sums: bigint[] = []
  for (let steps = -TAIL_STEPS_MAX; steps <= TAIL_STEPS_MAX; steps++) {
    const sum = askedMilli + steps * stepMilli
    if (steps !== 0n && sum >= minMilli && sum <= maxMilli) sums.push(sum)
  }
  return sums
}
