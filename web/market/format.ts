import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { PRICE_DECIMALS, shortPrice } from '../../domain/money.ts'

export type Formats = {
  /** "1500.00", EUR: "1,500.00 EUR", two decimals in every currency (decisions: Money). */
  fiat: (amount: string, currency: string) => string
  /** "163.043478": six decimals, with "USDT" behind it. */
  usdt: (amount: string) => string
  /** "0.9338": "0.934", as lists show a price (spec section 9). */
  price: (price: string) => string
  /** "0.9338": "0.9338", every digit that counts, as a trade shows its price. */
  fullPrice: (price: string) => string
  /** "-0.5": "-0.5%", with its sign and one decimal. */
  percentage: (percentage: string) => string
  /** A range without its unit twice: "50.00 – 2,400.00". */
  range: (from: string, to: string, decimals: number) => string
  date: (moment: string) => string
  time: (moment: string) => string
}

/** Money and moments in the reader's language. Decimal strings go to the formatter as they are, never through a number. */
export function useFormats(): Formats {
  const { i18n } = useLingui()
  return useMemo(() => makeFormats(i18n.locale), [i18n.locale])
}

function makeFormats(locale: string): Formats {
  const decimals = (digits: number, options: Intl.NumberFormatOptions = {}) => {
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...options,
    })
    return (value: string) => format.format(value as `${number}`)
  }
  const two = decimals(2)
  const three = decimals(3)
  const six = decimals(6)
  const full = decimals(3, { maximumFractionDigits: PRICE_DECIMALS })
  const signed = decimals(1, { signDisplay: 'exceptZero' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  return {
    fiat: (amount, currency) => `${two(amount)} ${currency}`,
    usdt: (amount) => `${six(amount)} USDT`,
    price: (price) => three(shortPrice(price)),
    fullPrice: full,
    percentage: (percentage) => `${signed(percentage)}%`,
    range: (from, to, digits) => `${decimals(digits)(from)} – ${decimals(digits)(to)}`,
    date: (moment) => date.format(new Date(moment)),
    time: (moment) => time.format(new Date(moment)),
  }
}
