import type { Offer } from '../../../domain/api/offers/offers.ts'
import { CURRENCIES } from '../../../domain/offers/currencies.ts'
import { formatFiat, formatUsdt, isTooLarge, parseFiat, parsePrice, parseUsdt } from '../../../domain/money.ts'
import { largestTrade } from '../../../domain/offers/largest-trade.ts'
import { quoteAmounts, type Anchor } from '../../../domain/trades/quote.ts'

/** The amount the trader typed, which is the exact one. */
export type Typed = { anchor: Anchor; text: string }

/** No amount, a number that is not above zero, or (judged on the fiat amount, inclusive) below or above the limits. */
export type WrongAmount = 'invalid' | 'not_positive' | 'below' | 'above'

/** The text of both inputs, and what is wrong with the amount. */
export type LinkedAmounts = Record<Anchor, string> & { wrong: WrongAmount | null }

type Limits = Pick<Offer, 'fiatCurrency' | 'minAmount' | 'maxAmount' | 'maxUsdt' | 'tradableUsdt' | 'price'>

/**
 * The typed amount and the other one computed from it (decisions: Money). The computed one is for display only and never
 * an input. Typed 150 EUR at 0.9338 shows 160.633968 USDT.
 */
export function linkAmounts(typed: Typed, price: string, limits: Limits): LinkedAmounts {
  const alone = { fiat: '', usdt: '', [typed.anchor]: typed.text }
  if (typed.text === '') return { ...alone, wrong: null }
  if (isTooLarge(typed.text)) return { ...alone, wrong: 'above' }
  const parse = typed.anchor === 'fiat' ? parseFiat : parseUsdt
  const units = parse(typed.text.replace(/^-/, ''))
  if (units === null) return { ...alone, wrong: 'invalid' }
  if (units === 0n || typed.text.startsWith('-')) return { ...alone, wrong: 'not_positive' }
  const step = CURRENCIES[limits.fiatCurrency].stepMilli
  const { fiatMilli, usdtMicro } = quoteAmounts(typed.anchor, units, parsePrice(price), step)
  return {
    fiat: formatFiat(fiatMilli),
    usdt: formatUsdt(usdtMicro),
    [typed.anchor]: typed.text,
    wrong: sideOf(fiatMilli, usdtMicro, limits),
  }
}

function sideOf(fiatMilli: bigint, usdtMicro: bigint, limits: Limits): 'below' | 'above' | null {
  if (fiatMilli < (parseFiat(limits.minAmount) ?? 0n)) return 'below'
  if (fiatMilli > (parseFiat(limits.maxAmount) ?? 0n)) return 'above'
  // Where nothing is left the server says why. USDT typed to the last of what is left is up to a cent more in fiat, rounded up.
  const largest = largestTrade(limits)
  if (largest === null || usdtMicro <= (parseUsdt(largest.usdt) ?? 0n)) return null
  return fiatMilli > (parseFiat(largest.fiat) ?? 0n) ? 'above' : null
}
