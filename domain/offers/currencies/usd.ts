import { cashUsd } from '../../payments/methods/cash.ts'
import { paypal } from '../../payments/methods/paypal.ts'
import { usBankTransfer } from '../../payments/methods/us-bank-transfer.ts'
import { wireTransfer } from '../../payments/methods/wire-transfer.ts'
import { wiseUsd } from '../../payments/methods/wise.ts'
import { zelle } from '../../payments/methods/zelle.ts'
import { currency } from './currency.ts'

export const usd = currency({
  code: 'USD',
  country: /*i18n*/ 'United States',
  stepMilli: 10n,
  referenceRateE6: 1_000_000n,
  methods: [wireTransfer, paypal, zelle, wiseUsd, usBankTransfer, cashUsd],
  unitPattern: String.raw`US\s?\$|\$\s?US|USD|\$|dollars?|دولار(?: أمريكي)?`,
  hasThousandths: false,
  timeZones: /^America\/(New_York|Chicago|Denver|Los_Angeles)$/,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in USD. Enter it in the currency chosen here.',
})
