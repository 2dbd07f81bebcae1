import { CURRENCIES, FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'

/** The currency that is usual where the browser's clock is set; undefined elsewhere. `web/layout/first.js` tests the same patterns, before the scripts. */
export function localCurrency(timeZone: string = timeZoneHere()): FiatCurrency | undefined {
  return FIAT_CURRENCIES.find((currency) => CURRENCIES[currency].timeZones.test(timeZone))
}

function timeZoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
