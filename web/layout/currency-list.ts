import { useLingui } from '@lingui/react/macro'
import { currencyList, currencyListAtStart } from '../../domain/offers/currency-list.ts'

/** The market's currencies inside a sentence: "dinars, euros and dollars". */
export function useCurrencyList(type: 'conjunction' | 'disjunction'): string {
  const { i18n } = useLingui()
  return currencyList(i18n, type)
}

/** What the market is, as its first page and its picture say it; the picture's is in server/pages/og-images/texts.ts. */
export function useSlogan(): string {
  const { i18n, t } = useLingui()
  const currencies = currencyListAtStart(i18n)
  return t`${currencies} in. USDT out.`
}
