import { paysera } from '../../payments/methods/paysera.ts'
import { revolut } from '../../payments/methods/revolut.ts'
import { sepaInstant } from '../../payments/methods/sepa-instant.ts'
import { sepaTransfer } from '../../payments/methods/sepa-transfer.ts'
import { wiseEur } from '../../payments/methods/wise.ts'
import { currency } from './currency.ts'

export const eur = currency({
  code: 'EUR',
  country: /*i18n*/ 'Europe',
  stepMilli: 10n,
  referenceRateE6: 920_000n,
  methods: [sepaInstant, revolut, paysera, sepaTransfer, wiseEur],
  unitPattern: String.raw`EUR|€|euros?|يورو|أورو|اورو`,
  hasThousandths: false,
  timeZones: /^Europe\//,
  otherCurrencyRefusal: /*i18n*/ 'This amount is in EUR. Enter it in the currency chosen here.',
})
