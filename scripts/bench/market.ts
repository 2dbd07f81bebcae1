/** A page of the market over HTTP, as an API call and as a rendered page, against the bare statements that read its rows. */
import { Agent, request } from 'node:http'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { OfferQuery } from '../../domain/api/offers/offers.ts'
import { openPool } from '../../server/db/pool.ts'
import { NOTHING } from '../../server/db/scope.ts'
import { listOffers } from '../../server/offers/list-offers.ts'
import { fixedRates } from '../../server/offers/rates/rates.ts'
import { fillMarketplace } from '../../server/testing/fill-marketplace.ts'
import { openBenchEnvironment } from './environment.ts'
import type { BenchEnvironment } from './environment.ts'
import { openHttp } from './http.ts'
import { bareSide, measureSides, ourSide, rowOfSides } from './sides.ts'
import type { Piece } from './sides.ts'
import { newPairs } from './traders.ts'

type MarketOptions = { offers: number; rounds: number; pieces: number }

const TARGET = 1.5
const BARE = 'bench_bare'
const BEST_PRICE: OfferQuery = { type: 'sell', currency: 'EUR', method: 'revolut', sort: 'best_price' }
const LISTS: readonly OfferQuery[] = [
  { type: 'sell', currency: 'EUR' },
  BEST_PRICE,
  { type: 'sell', currency: 'EUR', method: 'revolut', amount: '150' },
]
const CLIENT = fileURLToPath(new URL('../../build/client', import.meta.url))

/** The rendered page is measured where the web client is built. */
export async function measureMarket({ offers, rounds, pieces }: MarketOptions): Promise<Record<string, object>> {
  const environment = await openBenchEnvironment()
  const bare = new pg.Pool({
    connectionString: environment.appUrl,
    application_name: BARE,
    max: 1,
    idleTimeoutMillis: 0,
    options: '-c app.viewer= -c default_transaction_read_only=on',
  })
  const http = openHttp(environment.url, 1)
  const extent = { clients: 1, rounds, pieces }
  const rows: Record<string, object> = {}
  const measure = async (name: string, ours: Piece, query: OfferQuery) => {
    const statements = await recordStatements(environment, query)
    const replay = async () => {
      for (const [n, { text, values }] of statements.entries()) {
        await bare.query(values.length > 0 ? { name: `${name} ${n}`, text, values } : text)
      }
    }
    const measured = await measureSides(
      ourSide(environment, ours),
      bareSide(environment, environment.database, BARE, replay),
      extent,
    )
    rows[name] = rowOfSides(measured, TARGET)
  }
  try {
    await fillMarketplace(environment.owner, offers)
    const [pair] = await newPairs(environment, 1, 'reader')
    for (const query of LISTS) {
      await measure(Object.values(query).join(' '), () => http('GET', `/api/offers?${searchOf(query)}`), query)
    }
    const signedIn = { cookie: pair!.buyerCookie }
    await measure(
      'best price, signed in',
      () => http('GET', `/api/offers?${searchOf(BEST_PRICE)}`, signedIn),
      BEST_PRICE,
    )
    if (existsSync(CLIENT)) await measure('best price, the rendered page', openPages(environment.url), BEST_PRICE)
    return rows
  } finally {
    http.close()
    await bare.end()
    await environment.close()
  }
}

function searchOf(query: OfferQuery): string {
  return new URLSearchParams(query as Record<string, string>).toString()
}

type Statement = { text: string; values: unknown[] }

/** What the server asks for a page of the market. */
async function recordStatements({ appUrl }: BenchEnvironment, query: OfferQuery): Promise<Statement[]> {
  const pool = await openPool(appUrl, 2, NOTHING)
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const plain = prototype.query
  const heard: Statement[] = []
  try {
    const list = () => listOffers(pool.db, fixedRates(), null, query)
    await list()
    prototype.query = function (...args) {
      const [config, values] = args as [string | Statement, unknown[] | undefined]
      heard.push(typeof config === 'string' ? { text: config, values: values ?? [] } : { ...config })
      return plain.apply(this, args)
    }
    await list()
    return heard
  } finally {
    prototype.query = plain
    await pool.close()
  }
}

/** The page with the rows of `BEST_PRICE`, whose address names what the reader does. A parameter that it does not know keeps it out of the cache. */
function openPages(url: string): Piece {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let n = 0
  return () => {
    const page = `${url}/offers?${searchOf({ ...BEST_PRICE, type: 'buy' })}&n=${n++}`
    return new Promise<void>((done, fail) => {
      request(page, { agent, headers: { accept: 'text/html', 'accept-encoding': 'br' } }, (response) => {
        response.resume()
        response.on('error', fail)
        response.on('end', () =>
          response.statusCode === 200 ? done() : fail(new Error(`${page}: ${response.statusCode}`)),
        )
      })
        .on('error', fail)
        .end()
    })
  }
}
