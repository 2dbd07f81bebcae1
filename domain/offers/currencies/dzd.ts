import { currency } from './currency.ts'

export const dzd = currency({
  code: 'DZD',
  country: /*i18n*/ 'Algeria',
  stepMilli: 10n,
  referenceRateE6: 130_000_000n,
  unitPattern: String.raw`DZD|DA|د\.?\s?ج\.?|دينار(?:ا|ات)? جزائري(?:ا|ة)?`,
  hasThousandths: false,
  timeZones: /^Africa\/Algiers$/,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in DZD. Enter it in the currency chosen here.',
})
