import { formatPrice, parsePrice } from '../../../domain/money.ts'

/** How often the ticker moves (spec-coverage 9). */
export const DRIFT_EVERY_MS = 5000
/** Parts per million of the reference rate: the largest single move, and the largest total deviation. */
const STEP_PPM = 700
export const STRAY_PPM = 5000

/** The next distance from the reference rate, in parts per million; `chance` is from 0 to 1. */
export function nextDrift(ppm: number, chance: number): number {
  const moved = ppm + Math.round((chance * 2 - 1) * STEP_PPM)
  return Math.max(-STRAY_PPM, Math.min(STRAY_PPM, moved))
}

/** "3.210000" at 1200 ppm is "3.213852". For display only: no trade uses it. */
export function driftedPrice(rate: string, ppm: number): string {
  return formatPrice((parsePrice(rate) * BigInt(1_000_000 + ppm)) / 1_000_000n)
}

/** 1200 ppm is "+0.12", -40 ppm is "0.00": percent with two decimals and its sign. */
export function driftPercent(ppm: number): string {
  const hundredths = Math.round(Math.abs(ppm) / 100)
  const text = (hundredths / 100).toFixed(2)
  return hundredths === 0 ? text : `${ppm < 0 ? '-' : '+'}${text}`
}
