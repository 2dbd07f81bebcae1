import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { PRICE_DECIMALS, shortPrice } from '../domain/money.ts'
import { decimalFormatter, separatorsOf } from '../domain/number-format.ts'

export type Formats = {
  /** "1500.00": "1,500.00", with this many decimals and no unit. */
  decimal: (value: string, digits: number) => string
  /** "1500.00", EUR: "1,500.00 EUR", two decimals in every currency (decisions: Money). */
  fiat: (amount: string, currency: string) => string
  /** "1500.00" for another app to paste: "1500,00" where the page shows a comma, with the digits 0-9 and no groups. */
  toCopy: (amount: string) => string
  /** "163.043478": six decimals, with "USDT" behind it. */
  usdt: (amount: string) => string
  /** "0.9338": "0.934", as lists show a price (spec-coverage 9). */
  price: (price: string) => string
  /** "0.9338": "0.9338", every digit that counts, as a trade shows its price. */
  fullPrice: (price: string) => string
  /** "-0.5": "-0.5%", with its sign and one decimal. */
  percentage: (percentage: string) => string
  /** "50.0": "50.0%", a part of a whole. */
  share: (percentage: string) => string
  /** "95": "95%". */
  wholePercent: (percentage: string) => string
  /** "+0.12": "+0.12%", with its sign and two decimals. */
  change: (percentage: string) => string
  /** "50.00 – 2,400.00"; in words in Arabic, where a dash would run from right to left. */
  range: (from: string, to: string, decimals: number) => string
  /** "4.8": an average with its one decimal. */
  stars: (average: string) => string
  /** 1200: "1,200". */
  count: (number: number) => string
  /** Seconds, short: 42 is "42 sec", 760 is "13 min", 9000 is "2.5 hr". */
  duration: (seconds: number) => string
  /** Seconds as hours: 9000 is "2.5". */
  hours: (seconds: number) => string
}

/** Numbers in the reader's language; `dates.ts` has times. Decimal strings are formatted as they are, never as numbers. */
export function useFormats(): Formats {
  const { i18n, t } = useLingui()
  const { locales } = i18n
  return useMemo(() => {
    const formats = formatsOf(locales)
    const range: Formats['range'] = (low, high, digits) => {
      const [from, to] = [formats.decimal(low, digits), formats.decimal(high, digits)]
      return t`${from} – ${to}`
    }
    return { ...formats, range }
  }, [locales, t])
}

type Locales = string | string[] | undefined
type LocaleFormats = Omit<Formats, 'range'>

/** Every row of a list formats its figures, and making a formatter costs far more than formatting. */
const made = new Map<string, LocaleFormats>()

function formatsOf(locales: Locales): LocaleFormats {
  const key = String(locales)
  const known = made.get(key)
  if (known) return known
  const formats = makeFormats(locales)
  made.set(key, formats)
  return formats
}

function makeFormats(locales: Locales): LocaleFormats {
  const decimals = (digits: number, options: Intl.NumberFormatOptions = {}) =>
    decimalFormatter(locales, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...options })
  const [two, three, six] = [decimals(2), decimals(3), decimals(6)]
  const full = decimals(3, { maximumFractionDigits: PRICE_DECIMALS })
  const signed = decimals(1, { style: 'unit', unit: 'percent', signDisplay: 'exceptZero' })
  const change = decimals(2, { style: 'unit', unit: 'percent', signDisplay: 'exceptZero' })
  const share = decimals(1, { style: 'unit', unit: 'percent' })
  const wholePercent = decimals(0, { style: 'unit', unit: 'percent' })
  const count = decimalFormatter(locales)
  const hours = decimalFormatter(locales, { maximumFractionDigits: 1 })
  // In Arabic the short minute is the letter that also shortens the dinar.
  const unitDisplay = String(locales).startsWith('ar') ? 'long' : 'short'
  const short = (unit: string) =>
    decimalFormatter(locales, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 })
  const [inSeconds, inMinutes, inHours] = [short('second'), short('minute'), short('hour')]
  const isComma = separatorsOf(locales).decimal === ','
  return {
    toCopy: (amount) => (isComma ? amount.replace('.', ',') : amount),
    duration(seconds) {
      if (seconds < 90) return inSeconds(seconds)
      return seconds < 7200 ? inMinutes(Math.round(seconds / 60)) : inHours(seconds / 3600)
    },
    fiat: (amount, currency) => `${two(amount)} ${currency}`,
    usdt: (amount) => `${six(amount)} USDT`,
    price: (price) => three(shortPrice(price)),
    fullPrice: full,
    percentage: signed,
    change,
    share,
    wholePercent,
    stars: decimals(1),
    count,
    decimal: (value, digits) => (digits === 2 ? two(value) : decimals(digits)(value)),
    hours: (seconds) => hours(seconds / 3600),
  }
}
