import type { FiatCurrency } from '../../../domain/market.ts'

/** The currency that is usual where the browser's clock is set; undefined elsewhere. `web/layout/first.js` says the same, before the scripts. */
export function localCurrency(timeZone: string = timeZoneHere()): FiatCurrency | undefined {
  return ZONES.find(([zones]) => zones.test(timeZone))?.[1]
}

const ZONES: readonly (readonly [RegExp, FiatCurrency])[] = [
  [/^Africa\/Tunis$/, 'TND'],
  [/^Europe\//, 'EUR'],
  [/^America\/(New_York|Chicago|Denver|Los_Angeles)$/, 'USD'],
]

function timeZoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
