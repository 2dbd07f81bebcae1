import { currency } from './currency.ts'

export const dzd = currency({
  code: 'DZD',
  country: /*i18n*/ 'Algeria',
  units: /*i18n*/ 'Algerian dinars',
  stepMilli: 10n,
  // Near the street, where USDT is bought; the official rate is about half of it.
  referenceRateE6: 240_000_000n,
  unitPattern: String.raw`DZD|DA|د\.?\s?ج\.?|dinars?(?:\salgériens?)?|(?:دينار(?:ا|ات)?|دنانير)(?:\sجزائري(?:ا|ة)?)?`,
  hasThousandths: false,
  timeZones: /^Africa\/Algiers$/,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in DZD. Enter it in the currency chosen here.',
})
