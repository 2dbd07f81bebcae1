import { cashTnd } from '../../payments/methods/cash.ts'
import { d17 } from '../../payments/methods/d17.ts'
import { flouci } from '../../payments/methods/flouci.ts'
import { tnBankTransfer } from '../../payments/methods/tn-bank-transfer.ts'
import { currency } from './currency.ts'

export const tnd = currency({
  code: 'TND',
  country: /*i18n*/ 'Tunisia',
  stepMilli: 10n,
  referenceRateE6: 3_210_000n,
  methods: [flouci, d17, tnBankTransfer, cashTnd],
  unitPattern: String.raw`TND|D\.?T\.?|dinars?|د\.?\s?ت\.?|دينار(?:ا|ات)?(?: تونسي)?`,
  hasThousandths: true,
  timeZones: /^Africa\/Tunis$/,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in TND. Enter it in the currency chosen here.',
})
