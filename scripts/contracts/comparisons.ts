/** What compares the contracts with domain/escrow/ on a local chain: short as a part of `npm test`, long as `npm run contracts -- differential`. */
import { TERM_REFUSALS } from '../../domain/escrow/check-terms.ts'
import type { Summary } from '../check/reports.ts'
import { deployEscrow } from './deployed.ts'
import { compareDivisions, compareSettlements } from './divisions.ts'
import { compareTerms } from './equality.ts'
import { keyOf } from './keys.ts'
import { startLocalChain } from './local-chain.ts'
import type { LocalChain } from './local-chain.ts'
import { ARBITERS } from './rehearsed-trade.ts'
import { STORIES } from './rehearsal.ts'

/** Differences that are shown of one comparison. */
const SHOWN = 3

type Comparison = { name: string; run: (chain: LocalChain) => Promise<readonly string[]> }

const ids: Comparison = {
  name: '10,000 random terms: ids, addresses, deposits and refusals',
  async run(chain) {
    const { byReason, differences } = await compareTerms(chain, 10_000)
    const missing = ['', ...TERM_REFUSALS].filter((reason) => !byReason.has(reason))
    return [...differences, ...missing.map((reason) => `no terms were refused with "${reason}"`)]
  },
}

const rehearsals: readonly Comparison[] = STORIES.map(({ name, run }) => ({
  name: `rehearsal, ${name}`,
  async run(chain) {
    const deployed = await deployEscrow(
      chain,
      ARBITERS.map((arbiter) => keyOf(arbiter).address),
      2n,
    )
    await run({ chain, deployed, print: () => {} })
    return []
  },
}))

export async function compareShort(): Promise<Summary> {
  const settlements = { name: '50 settlements with dust', run: (chain: LocalChain) => compareSettlements(chain, 50) }
  return await onOneChain([ids, settlements, ...rehearsals])
}

/** Takes half a minute. */
export async function differential(): Promise<Summary> {
  return await onOneChain([
    { name: '1,000 settlements with dust', run: (chain) => compareSettlements(chain, 1_000) },
    { name: '100,000 divisions: contract, domain, database', run: (chain) => compareDivisions(chain, 100_000) },
  ])
}

async function onOneChain(comparisons: readonly Comparison[]): Promise<Summary> {
  const chain = await startLocalChain()
  const failures: string[] = []
  for (const { name, run } of comparisons) {
    const found = await run(chain).catch((error: unknown) => [String(error)])
    const shown = [...found.slice(0, SHOWN), ...(found.length > SHOWN ? [`and ${found.length - SHOWN} more`] : [])]
    if (found.length > 0) failures.push(`contracts compared, ${name}: ${shown.join('\n       ')}`)
  }
  chain.close()
  const { length } = failures
  return { passed: comparisons.length - length, failed: length, failures, flaky: [], skipped: [], timed: [] }
}
