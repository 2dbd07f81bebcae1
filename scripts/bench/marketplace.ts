/**
 * Whether the marketplace answers as fast among 1,000,000 offers as among 10,000: every order and filter, from the
 * first page to the last, over HTTP.
 */
import pg from 'pg'
import type { MarketplacePage, MarketplaceQuery } from '../../domain/api.ts'
import { SORTS } from '../../domain/marketplace.ts'
import { fillMarketplace } from './fill-marketplace.ts'
import { openHttp } from './http.ts'
import { openStage } from './stage.ts'

const [SMALL, LARGE] = [10_000, 1_000_000]
const CALLS = 25
const AIM = 1.5

const FILTERS: Record<string, MarketplaceQuery> = {
  none: {},
  'type=sell': { type: 'sell' },
  'currency=EUR': { currency: 'EUR' },
  'method=Revolut': { method: 'Revolut' },
  'sell EUR Revolut': { type: 'sell', currency: 'EUR', method: 'Revolut' },
  'common word': { search: 'window' },
  'trader’s name': { search: 'bench_77' },
  'rare word': { search: 'quetzal' },
  'no such word': { search: 'xylophone' },
}

/** Milliseconds of the fastest of 25 calls, by filter, order and page: what it costs, not what else the machine does. */
type Times = Map<string, number>

/** One row for each call, for `console.table`. Takes about three minutes. */
export async function compareMarketplaces(): Promise<Record<string, object>> {
  const small = await timesAmong(SMALL)
  const large = await timesAmong(LARGE)
  const rows = [...small].map(([name, before]) => [name, rowOf(before, large.get(name) ?? Infinity)] as const)
  return Object.fromEntries(rows)
}

function rowOf(before: number, after: number): object {
  return {
    'ms among 10,000': before.toFixed(2),
    'ms among 1,000,000': after.toFixed(2),
    ratio: (after / before).toFixed(2),
    aim: `<= ${AIM}`,
    reached: after / before <= AIM ? 'yes' : 'NO',
  }
}

async function timesAmong(offers: number): Promise<Times> {
  const stage = await openStage()
  const owner = new pg.Pool({ connectionString: stage.connectionString, max: 1 })
  owner.on('error', () => {})
  try {
    const began = performance.now()
    await fillMarketplace(owner, offers)
    console.log(`${offers} offers written in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    return await measure(stage.url)
  } finally {
    await owner.end()
    await stage.close()
  }
}

async function measure(url: string): Promise<Times> {
  const http = openHttp(url, 1)
  const ask = async (query: MarketplaceQuery) => {
    const path = `/api/marketplace?${new URLSearchParams(query as Record<string, string>).toString()}`
    return (await http<MarketplacePage>('GET', path)).body
  }
  const times: Times = new Map()
  times.set('the figures at the top', await fastest(() => http('GET', '/api/marketplace/stats')))
  for (const [filter, query] of Object.entries(FILTERS)) {
    for (const sort of SORTS) {
      for (const [page, wanted] of Object.entries(await pagesOf({ ...query, sort }, ask))) {
        times.set(`${filter}, ${sort}, ${page}`, await fastest(() => ask(wanted)))
      }
    }
  }
  http.close()
  return times
}

/** The last page of an order begins beyond the tenth offer of the opposite one. */
async function pagesOf(
  query: MarketplaceQuery,
  ask: (query: MarketplaceQuery) => Promise<MarketplacePage>,
): Promise<Record<string, MarketplaceQuery>> {
  const { nextCursor } = await ask({ ...query, direction: 'asc' })
  const pages: Record<string, MarketplaceQuery> = { first: query }
  const fifth = await ask({ ...query, page: 5 })
  if (fifth.nextCursor !== null) pages.sixth = { ...query, cursor: fifth.nextCursor }
  if (nextCursor !== null) pages.last = { ...query, cursor: nextCursor }
  return pages
}

async function fastest(work: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 8; i++) await work()
  let least = Infinity
  for (let i = 0; i < CALLS; i++) {
    const began = performance.now()
    await work()
    least = Math.min(least, performance.now() - began)
  }
  return least
}
