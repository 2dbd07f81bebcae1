import { currency } from './currency.ts'

export const usd = currency({
  code: 'USD',
  country: /*i18n*/ 'United States',
  units: /*i18n*/ 'dollars',
  stepMilli: 10n,
  referenceRateE6: 1_000_000n,
  unitPattern: String.raw`US\s?\$|\$\s?US|USD|\$|dollars?|دولار(?: أمريكي)?`,
  hasThousandths: false,
  timeZones: /^America\/(New_York|Chicago|Denver|Los_Angeles)$/,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in USD. Enter it in the currency chosen here.',
})
