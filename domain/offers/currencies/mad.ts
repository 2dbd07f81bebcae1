import { currency } from './currency.ts'

export const mad = currency({
  code: 'MAD',
  country: /*i18n*/ 'Morocco',
  units: /*i18n*/ 'dirhams',
  stepMilli: 10n,
  referenceRateE6: 9_200_000n,
  unitPattern: String.raw`MAD|DHS?|dirhams?(?:\smarocains?)?|د\.?\s?م\.?|درهم(?:ا|ات)?(?:\sمغربي)?|دراهم`,
  hasThousandths: false,
  timeZones: /^Africa\/(Casablanca|El_Aaiun)$/,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in MAD. Enter it in the currency chosen here.',
})
