import type { Config } from '../../server/config.ts'
import { FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import { FIXED, MANUAL } from '../../domain/offers/rates/sources.ts'
import { ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** A market with the fixed table has the prices of a demonstration; of several sources the median counts (domain/offers/rates/median-rate.ts). */
export function checkRates({ demo, rates }: Pick<Config, 'demo' | 'rates'>): Finding {
  if (rates === FIXED) {
    if (demo) return ok('The fixed table, as a demonstration has.')
    return warning(
      'Prices follow the fixed table of a demonstration and no market. Set RATES (docs/operations.md, "Reference rates").',
    )
  }
  const withManual = FIAT_CURRENCIES.filter((currency) => rates[currency].some(({ source }) => source === MANUAL))
  const outvoted = withManual.filter((currency) => rates[currency].length > 2)
  const alone = FIAT_CURRENCIES.filter((currency) => rates[currency].length === 1 && !withManual.includes(currency))
  const faults: string[] = []
  if (outvoted.length > 0)
    faults.push(
      `What an admin sets is outvoted where two other sources agree (${outvoted.join(', ')}): name ${MANUAL} alone, or with one source of your own.`,
    )
  if (alone.length > 0)
    faults.push(
      `One source alone is compared with nothing but the rates of the last day (${alone.join(', ')}): name a second one.`,
    )
  if (faults.length > 0) return warning(faults.join(' '))
  return ok('Each currency has sources that are compared with one another, or one that an admin sets.')
}
