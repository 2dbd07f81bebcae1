import { CURRENCIES, FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'

/** The text of `first.js` with the market's currencies and their time zones. */
export function firstScript(source: string): string {
  const currencies = FIAT_CURRENCIES.map((code) => [code, CURRENCIES[code].timeZones.source])
  return source.replace('var localCurrencies = []', () => `var localCurrencies = ${JSON.stringify(currencies)}`)
}
