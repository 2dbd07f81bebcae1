/** The adapter of each service, by the name that RATES gives it. */
import type { RateService } from '../../../../domain/offers/rates/sources.ts'
import type { RateAdapter } from './adapter.ts'
import { coinbase } from './coinbase.ts'
import { currencyApi } from './currency-api.ts'
import { ecb } from './ecb.ts'
import { kraken } from './kraken.ts'
import { openErApi } from './open-er-api.ts'

export const ADAPTERS: Readonly<Record<RateService, RateAdapter>> = {
  kraken,
  coinbase,
  ecb,
  'open-er-api': openErApi,
  'currency-api': currencyApi,
}
