import { currency } from './currency.ts'

export const tnd = currency({
  code: 'TND',
  country: /*i18n*/ 'Tunisia',
  units: /*i18n*/ 'dinars',
  stepMilli: 10n,
  referenceRateE6: 3_210_000n,
  unitPattern: String.raw`TND|D\.?T\.?|dinars?|د\.?\s?ت\.?|دينار(?:ا|ات)?(?: تونسي)?`,
  hasThousandths: true,
  timeZones: /^Africa\/Tunis$/,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in TND. Enter it in the currency chosen here.',
})
