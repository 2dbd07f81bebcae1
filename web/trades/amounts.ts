import type { Offer } from '../../domain/api.ts'
import { CURRENCIES } from '../../domain/market.ts'
import { formatFiat, formatUsdt, parseFiat, parsePrice, parseUsdt } from '../../domain/money.ts'
import { quoteAmounts, type Anchor } from '../../domain/quote.ts'

/** What the person typed, as it stands in the box: the one amount that is exact. */
export type Typed = { anchor: Anchor; text: string }

/** Both boxes, and what is wrong: no amount, or (judged on the fiat amount, inclusive) below or above the limits. */
export type LinkedAmounts = Record<Anchor, string> & { wrong: 'invalid' | 'below' | 'above' | null }

type Limits = Pick<Offer, 'fiatCurrency' | 'minAmount' | 'maxAmount'>

/**
 * The typed amount and the other one computed from it (decisions: Money). The computed one is for reading only and never
 * comes back in here. Typed 150 EUR at 0.9338 shows 160.633968 USDT.
 */
export function linkAmounts(typed: Typed, price: string, limits: Limits): LinkedAmounts {
  const alone = { fiat: '', usdt: '', [typed.anchor]: typed.text }
  if (typed.text === '') return { ...alone, wrong: null }
  const units = typed.anchor === 'fiat' ? parseFiat(typed.text) : parseUsdt(typed.text)
  if (units === null || units === 0n) return { ...alone, wrong: 'invalid' }
  const step = CURRENCIES[limits.fiatCurrency].stepMilli
  const { fiatMilli, usdtMicro } = quoteAmounts(typed.anchor, units, parsePrice(price), step)
  return {
    fiat: formatFiat(fiatMilli),
    usdt: formatUsdt(usdtMicro),
    [typed.anchor]: typed.text,
    wrong: sideOf(fiatMilli, limits),
  }
}

function sideOf(fiatMilli: bigint, { minAmount, maxAmount }: Limits): 'below' | 'above' | null {
  if (fiatMilli < (parseFiat(minAmount) ?? 0n)) return 'below'
  return fiatMilli > (parseFiat(maxAmount) ?? 0n) ? 'above' : null
}
