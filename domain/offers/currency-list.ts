import { CURRENCIES, FIAT_CURRENCIES } from './currencies.ts'

/** Of lingui's I18n. */
type Texts = { locales?: string | string[]; _(text: string): string }

/** The market's currencies as a sentence lists them: "dinars, euros and dollars", or "or" for one of them. */
export function currencyList(texts: Texts, type: 'conjunction' | 'disjunction'): string {
  const units = FIAT_CURRENCIES.map((code) => texts._(CURRENCIES[code].units))
  return new Intl.ListFormat(texts.locales, { type }).format(units)
}

/** The same where it begins a sentence: "Dinars, euros or dollars". */
export function currencyListAtStart(texts: Texts): string {
  const list = currencyList(texts, 'disjunction')
  return list.charAt(0).toUpperCase() + list.slice(1)
}
