import type { Config } from '../../server/config.ts'
import { FIAT_CURRENCIES } from '../../domain/market.ts'
import { FIXED } from '../../domain/offers/rates/sources.ts'
import { ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** A market with the fixed table has the prices of a demonstration; a source alone has no other to be compared with. */
export function checkRates({ demo, rates }: Pick<Config, 'demo' | 'rates'>): Finding {
  if (rates === FIXED) {
    if (demo) return ok('The fixed table, as a demonstration has.')
    return warning(
      'Prices follow the fixed table of a demonstration and no market. Set RATES (docs/operations.md, "Reference rates").',
    )
  }
  const alone = FIAT_CURRENCIES.filter((currency) => rates[currency].length < 3)
  if (alone.length === 0) return ok('Each currency has three sources or more.')
  return warning(
    `With fewer than three sources (${alone.join(', ')}) one that lies or fails leaves a currency without a rate: name more in RATES where there are some.`,
  )
}
