/** A visitor who reads lists during the siege. */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../bench/compare.ts'
import { addressIn, openClient } from './client.ts'

const BETWEEN_MS = 100
const NETWORK = 999
const LISTS = ['?type=sell', '?type=buy', '?type=sell&currency=EUR', '?type=sell&sort=best_price&currency=EUR']

export type Reads = { count: number; refused: number; p99Ms: number }

/** Reads until `until`, of `performance.now()`. */
export async function readLists(url: string, until: number): Promise<Reads> {
  const visitor = openClient(url, { address: addressIn(NETWORK, 1) })
  const took: number[] = []
  let refused = 0
  while (performance.now() < until || took.length === 0) {
    const began = performance.now()
    const { status } = await visitor.get(`/api/offers${LISTS[took.length % LISTS.length]}`)
    took.push(performance.now() - began)
    if (status >= 300) refused++
    await sleep(BETWEEN_MS)
  }
  const sorted = took.toSorted((one, other) => one - other)
  return { count: took.length, refused, p99Ms: percentile(sorted, 0.99) }
}
