import { currency } from './currency.ts'

export const eur = currency({
  code: 'EUR',
  country: /*i18n*/ 'Europe',
  units: /*i18n*/ 'euros',
  stepMilli: 10n,
  referenceRateE6: 920_000n,
  unitPattern: String.raw`EUR|€|euros?|يورو|أورو|اورو`,
  hasThousandths: false,
  timeZones: /^Europe\//,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in EUR. Enter it in the currency chosen here.',
})
