/**
 * Whether the market's listing answers as fast among 1,000,000 offers as among 10,000: every order and filter, from the
 * first page to the last, over HTTP.
 */
import type { OfferPage, OfferQuery } from '../../domain/api/offers/offers.ts'
import { MARKET_PAGE_SIZE, SORTS } from '../../domain/offers/listing.ts'
import { fastest, rowOf } from './fastest.ts'
import type { Calls, Pair, Sizes } from './fastest.ts'
import { fillMarketplace } from '../../server/testing/fill-marketplace.ts'
import { openHttp } from './http.ts'
import { openBenchEnvironment } from './environment.ts'

const FILTERS: Record<string, OfferQuery> = {
  none: {},
  'type=sell': { type: 'sell' },
  'currency=EUR': { currency: 'EUR' },
  'method=revolut': { method: 'revolut' },
  'sell EUR Revolut': { type: 'sell', currency: 'EUR', method: 'revolut' },
  'common word': { search: 'window' },
  'trader’s name': { search: 'bench_77' },
  'rare word': { search: 'quetzal' },
  'no such word': { search: 'xylophone' },
  'one letter': { search: 'w' },
  // Common parts, together in no offer; and words without a trigram. The search by index stops at its time limit.
  'common parts': { search: 'se th' },
  punctuation: { search: '---' },
  'common amount': { amount: '20000' },
  'rare amount': { type: 'sell', amount: '9' },
  'common record': { minTrades: '5', minCompletion: '80' },
  'high record': { minTrades: '20', minCompletion: '98' },
  'no such record': { minTrades: '100' },
  'record and amount': { currency: 'EUR', minTrades: '20', minCompletion: '90', amount: '20000' },
  'amount and word': { currency: 'EUR', amount: '20000', search: 'window' },
  'trader on Browse': { trader: 'bench_77', country: 'Tunisia' },
}

/** Without filters, all of them. */
type Extent = { filters?: readonly string[]; calls?: Calls }

type Ask = (query: OfferQuery) => Promise<OfferPage>
type Market = { ask: Ask; readFigures: () => Promise<unknown>; close(): Promise<void> }

/** One row for each call, for `console.table`. With a million offers it takes about a quarter of an hour. */
export async function compareMarketplaces(
  sizes: Sizes,
  { filters = Object.keys(FILTERS), calls: counted }: Extent = {},
): Promise<Record<string, object>> {
  const small = await openMarket(sizes[0])
  const large = await openMarket(sizes[1])
  const rows: Record<string, object> = {}
  try {
    for await (const [name, pair] of calls(small, large, filters))
      rows[name] = rowOf(...(await fastest(pair, counted)), sizes)
    return rows
  } catch (error) {
    // Filling the markets takes minutes: what was measured before a call failed is not lost.
    console.table(rows)
    throw error
  } finally {
    await small.close()
    await large.close()
  }
}

async function openMarket(offers: number): Promise<Market> {
  const environment = await openBenchEnvironment()
  const began = performance.now()
  await fillMarketplace(environment.owner, offers)
  console.log(`${offers} offers written in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const http = openHttp(environment.url, 1)
  return {
    async ask(query) {
      const asked = Object.entries({ limit: MARKET_PAGE_SIZE, ...query }).map(([name, value]) => [name, String(value)])
      const path = `/api/offers?${new URLSearchParams(asked)}`
      return (await http<OfferPage>('GET', path)).body
    },
    readFigures: () => http('GET', '/api/market/counts'),
    async close() {
      http.close()
      await environment.close()
    },
  }
}

/** Every filter in every order, on those pages that both markets have. */
async function* calls(
  small: Market,
  large: Market,
  filters: readonly string[],
): AsyncGenerator<[name: string, pair: Pair]> {
  yield ['the figures at the top', [small.readFigures, large.readFigures]]
  for (const filter of filters) {
    const query = FILTERS[filter]
    for (const sort of SORTS) {
      const [few, many] = [await pagesOf({ ...query, sort }, small.ask), await pagesOf({ ...query, sort }, large.ask)]
      for (const [page, wanted] of Object.entries(few)) {
        const other = many[page]
        if (other) yield [`${filter}, ${sort}, ${page}`, [() => small.ask(wanted), () => large.ask(other)]]
      }
    }
  }
}

/** The last page of an order begins beyond the tenth offer of the opposite one. */
async function pagesOf(query: OfferQuery, ask: Ask): Promise<Record<string, OfferQuery>> {
  const { nextCursor } = await ask({ ...query, direction: 'asc' })
  const pages: Record<string, OfferQuery> = { first: query }
  const fifth = await ask({ ...query, page: 5 })
  if (fifth.nextCursor !== null) pages.sixth = { ...query, cursor: fifth.nextCursor }
  if (nextCursor !== null) pages.last = { ...query, cursor: nextCursor }
  return pages
}
