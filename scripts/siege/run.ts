/** Runs a siege: a server over a database of its own with the demonstration's market, a crowd, and those who measure. */
import { setTimeout as sleep } from 'node:timers/promises'
import { recordsOf } from '../../server/testing/accounts/tiers.ts'
import { violations } from '../../server/testing/violations.ts'
import { openBenchEnvironment } from '../bench/environment.ts'
import { readLists } from './bystander.ts'
import type { Reads } from './bystander.ts'
import { addressIn, emailOf, openUsers } from './client.ts'
import { runCrowd } from './crowd.ts'
import type { Answers } from './crowd.ts'
import { createHonest, createTraders, tradeHonestly } from './honest.ts'
import type { HonestTrade } from './honest.ts'
import { bondsSince, heldBySeller, largestSellerShare, readAftermath, sellOffers, takeable } from './measures.ts'
import type { Aftermath, BondsHeld, Sample } from './measures.ts'
import { createRandom } from './random.ts'

/** `calls` are those of the whole crowd; `samples` are taken at even intervals, the last one at the end. */
export type SiegeOptions = {
  accounts: number
  networks: number
  minutes: number
  calls: number
  samples: number
  seed: number
  /** Bonds are on, and the crowd has so much USDT for its own. */
  bonds?: number
}

export type SiegeResult = {
  offers: number
  takeableBefore: { record: number; newTaker: number }
  samples: Sample[]
  aftermath: Aftermath
  reads: Reads
  recordTrade: HonestTrade
  newTakerTrade: HonestTrade
  answers: Answers
  calls: number
  accounts: number
  /** The bonds of the crowd at the end, in USDT: still locked, and given to sellers. */
  bonds: BondsHeld
  violations: string[]
}

export async function runSiege(options: SiegeOptions): Promise<SiegeResult> {
  const { networks, minutes, calls, seed } = options
  const environment = await openBenchEnvironment({
    isDemo: true,
    server: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '3000' },
  })
  const { owner, url } = environment
  const users = await openUsers(environment)
  const records = recordsOf(() => owner)
  try {
    if (options.bonds !== undefined) await owner.query('insert into bond_switches (is_on) values (true)')
    const { seller, offer, trader } = await createTraders(users)
    const early = await createHonest(users, 'early')
    const offers = await sellOffers(trader)
    const before = { record: await takeable(users, offers, records), newTaker: await takeable(users, offers, null) }
    const crowd = []
    for (let at = 0; at < options.accounts; at++)
      crowd.push(await users.create(`crowd_${at}`, addressIn(at % networks, Math.floor(at / networks))))

    const purse = options.bonds === undefined ? null : { left: options.bonds }
    const since = new Date()
    const began = performance.now()
    const until = began + minutes * 60_000
    const sampling = async () => {
      const samples: Sample[] = []
      for (let at = 1; at <= options.samples; at++) {
        await sleep(Math.max(began + ((until - began) * at) / options.samples - performance.now(), 0))
        const record = await takeable(users, offers, records)
        const newTaker = await takeable(users, offers, null)
        const held = await heldBySeller(owner)
        samples.push({
          record: record.intersection(before.record).size,
          newTaker: newTaker.intersection(before.newTaker).size,
          lockedUsdt: [...held.values()].reduce((sum, usdt) => sum + usdt, 0),
          sellerShare: largestSellerShare(held, await sellOffers(trader)),
        })
      }
      return samples
    }
    const besieging = { url, owner, networks, calls, until, random: createRandom(seed), offers, purse }
    const [result, samples, reads] = await Promise.all([
      runCrowd(crowd, { ...besieging, victimEmail: emailOf(seller.username) }),
      sampling(),
      readLists(url, until),
    ])
    const recordTrade = await tradeHonestly(trader, seller, offer)
    const newTakerTrade = await tradeHonestly(early, seller, offer)
    const ids = result.accounts.map(({ id }) => id).filter(Boolean)
    const aftermath = await readAftermath(owner, since, ids)
    await records.withdraw()
    return {
      offers: offers.length,
      takeableBefore: { record: before.record.size, newTaker: before.newTaker.size },
      samples,
      aftermath,
      reads,
      recordTrade,
      newTakerTrade,
      answers: result.answers,
      calls: result.calls,
      accounts: result.accounts.length,
      bonds: await bondsSince(owner, since),
      violations: (await violations(owner)).map(({ rule, id }) => `${rule} ${id}`),
    }
  } finally {
    await users.close()
    await environment.close()
  }
}
