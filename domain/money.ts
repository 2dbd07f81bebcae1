/**
 * Money as integers of minor units; decimal strings at every edge (decisions: Money).
 * USDT is counted in micro (10^-6), fiat of every currency in milli (10^-3, traded in steps of 0.01),
 * a market rate in 10^-6 fiat per USDT, a price in 10^-9 fiat per USDT.
 */

export const USDT_DECIMALS = 6
export const FIAT_DECIMALS = 2
export const RATE_DECIMALS = 6
export const PRICE_DECIMALS = 9

/** The error of an amount field whose text is not an amount. */
export const AMOUNT_TEXTS = {
  fiat: /*i18n*/ 'Please enter a valid amount',
  usdt: /*i18n*/ 'Please enter a valid USDT amount',
} as const

const FIAT_STEP_MILLI = 10n
const MAX_WHOLE_DIGITS = 9

/** Reads "150", "150.5" or "150.50" as milli units; null when it is not a plain amount with at most 2 decimals. */
export function parseFiat(text: string): bigint | null {
  const hundredths = parseDecimal(text, FIAT_DECIMALS)
  return hundredths === null ? null : hundredths * FIAT_STEP_MILLI
}

/** Whether the text is a number with more whole digits than an amount can have. */
export function isTooLarge(text: string): boolean {
  return /^0*[1-9]\d{9,}(?:\.\d*)?$/.test(text)
}

/** Reads "163.043478" as micro units; null when it is not a plain amount with at most 6 decimals. */
export function parseUsdt(text: string): bigint | null {
  return parseDecimal(text, USDT_DECIMALS)
}

/** 150000n milli is "150.00". The amount must be a multiple of the currency's step, so nothing is rounded away. */
export function formatFiat(milli: bigint): string {
  return formatDecimal(milli / FIAT_STEP_MILLI, FIAT_DECIMALS)
}

/** 163043478n micro is "163.043478". */
export function formatUsdt(micro: bigint): string {
  return formatDecimal(micro, USDT_DECIMALS)
}

/** 920000n is "0.920000": a market rate in full. */
export function formatRate(rateE6: bigint): string {
  return formatDecimal(rateE6, RATE_DECIMALS)
}

/** Reads "3.21" as a market rate in 10^-6; null when it is not a plain number with at most 6 decimals. */
export function parseRate(text: string): bigint | null {
  return parseDecimal(text, RATE_DECIMALS)
}

/** 933800000n is "0.9338": a price in full, without the zeros past its third decimal. */
export function formatPrice(priceE9: bigint): string {
  return formatDecimal(priceE9, PRICE_DECIMALS).replace(/(\.\d{3}\d*?)0+$/, '$1')
}

/** "0.9338" is "0.934": the price as lists show it, three decimals, half up (spec-coverage 9). */
export function shortPrice(price: string): string {
  const [whole = '0', fraction = ''] = price.split('.')
  const e9 = BigInt(whole + fraction.padEnd(PRICE_DECIMALS, '0').slice(0, PRICE_DECIMALS))
  return formatDecimal((e9 + 500_000n) / 1_000_000n, 3)
}

/** Reads a price in full as the server sends it, in 10^-9 fiat per USDT. */
export function parsePrice(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(PRICE_DECIMALS, '0'))
}

/** One pattern for every amount: no sign, no exponent, no blank, at most nine whole digits. A zero past the last decimal is no digit: 150.500 is 150.50. */
function parseDecimal(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text)
  const whole = match?.[1]
  const digits = match?.[2] ?? ''
  const fraction = /^0+$/.test(digits.slice(decimals)) ? digits.slice(0, decimals) : digits
  if (whole === undefined || whole.length > MAX_WHOLE_DIGITS || fraction.length > decimals) return null
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

function formatDecimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The smallest amount; 0 where one is below. */
export function leastAmount(...amounts: bigint[]): bigint {
  const smallest = amounts.reduce((one, other) => (one < other ? one : other))
  return smallest > 0n ? smallest : 0n
}
