/** Whole trades (quote, open, mark paid, confirm and settle) over HTTP, against the same statements run bare. */
import type pg from 'pg'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import type { Quote, Trade } from '../../domain/api/trades/trades.ts'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openContext } from '../../server/context.ts'
import { POOL_SIZE, openPool } from '../../server/db/pool.ts'
import { SYSTEM } from '../../server/db/scope.ts'
import { demoAddress } from '../../server/trades/escrow/demo-address.ts'
import { DETAILS } from '../../server/testing/accounts/payment-accounts.ts'
import { OFFER } from '../../server/testing/accounts/users.ts'
import { TEST_SECRET } from '../../server/testing/accounts/secret.ts'
import { registrationCode } from '../../server/testing/accounts/account-state.ts'
import { liftTierLimits } from '../../server/testing/accounts/tiers.ts'
import { compare } from './compare.ts'
import type { Comparison } from './compare.ts'
import { openHttp } from './http.ts'
import type { Http } from './http.ts'
import { installRecorder, replay } from './recording.ts'
import type { Recording } from './recording.ts'
import type { BenchEnvironment } from './environment.ts'
import { moveBody } from '../../server/testing/move-body.ts'

const PASSWORD = 'correct horse battery'

export type Pair = { sellerCookie: string; buyerCookie: string; offerId: string }

/** Registers a seller with an offer, and a buyer. */
export async function newPair(http: Http, { connectionString }: BenchEnvironment, name: string): Promise<Pair> {
  const userOf = (role: string) => newUser(http, connectionString, `${role}_${name}`)
  const [seller, buyer] = [await userOf('seller'), await userOf('buyer')]
  const saved = { cookie: seller, body: DETAILS[OFFER.paymentMethod] }
  const { id: accountId } = (await http<{ id: string }>('POST', '/api/payment-accounts', saved)).body
  const posted = { cookie: seller, body: { ...OFFER, paymentAccountId: accountId } }
  const { body } = await http<MyOffer>('POST', '/api/offers', posted)
  return { sellerCookie: seller, buyerCookie: buyer, offerId: body.id }
}

async function newUser(http: Http, connectionString: string, username: string): Promise<string> {
  const account = { username, email: `${username}@example.org`, password: PASSWORD, confirmPassword: PASSWORD }
  const asked = await http('POST', '/api/register', { body: { ...account, acceptsTerms: true } })
  const code = await registrationCode(connectionString, account.email)
  return (await http('POST', '/api/register/confirm', { cookie: asked.cookie, body: { code } })).cookie
}

/** Gives every pair earlier trades, and Postgres the statistics that autovacuum would collect in time. */
export async function makeHistory(
  { url }: BenchEnvironment,
  owner: pg.Pool,
  pairs: readonly Pair[],
  trades: number,
): Promise<void> {
  await liftTierLimits(owner)
  const http = openHttp(url, pairs.length)
  await Promise.all(
    pairs.map(async (pair) => {
      for (let i = 0; i < trades; i++) await cycle(http, pair)
    }),
  )
  http.close()
  await owner.query('analyze')
}

/**
 * Concurrent trades of `clients` clients. Each alternates between its own pairs of traders, so that no buyer exceeds the limit
 * of quotes. The last `clients` pairs are reserved for the recordings, because a replay counts quotes too. The bare side has as
 * many connections as the server's pool.
 */
export async function measureCycles(
  { url, appUrl }: BenchEnvironment,
  pairs: readonly Pair[],
  { clients, rounds, pieces }: { clients: number; rounds: number; pieces: number },
): Promise<Comparison> {
  const http = openHttp(url, clients)
  const pool = await openPool(appUrl, Math.min(clients, POOL_SIZE), SYSTEM)
  const traders = pairs.slice(0, -clients)
  const recordings = await recordCycles(appUrl, pairs.slice(-clients))
  const turns = Array<number>(clients).fill(0)
  const nextPair = (lane: number) => traders[(lane + clients * turns[lane]!++) % traders.length]!
  const lanes = (pieces: number, work: (lane: number) => Promise<void>) =>
    Promise.all(
      turns.map(async (_, lane) => {
        for (let i = lane; i < pieces; i += clients) await work(lane)
      }),
    )
  try {
    return await compare(
      async (pieces) => void (await lanes(pieces, (lane) => cycle(http, nextPair(lane)).then(() => {}))),
      async (pieces) => void (await lanes(pieces, (lane) => replay(pool.raw, recordings[lane]!, successor))),
      rounds,
      pieces,
    )
  } finally {
    http.close()
    await pool.close()
  }
}

/** One trade; returns its generated values, so that a recording recognises them. */
async function cycle(http: Http, { sellerCookie, buyerCookie, offerId }: Pair): Promise<string[]> {
  const keys = Array.from({ length: 4 }, () => crypto.randomUUID())
  const post = async <T>(step: number, cookie: string, path: string, body: unknown) =>
    (await http<T>('POST', path, { cookie, key: keys[step]!, body })).body
  const quote = await post<Quote>(0, buyerCookie, '/api/quotes', { offerId, anchor: 'fiat', amount: '150' })
  const trade = await post<Trade>(1, buyerCookie, '/api/trades', { quoteId: quote.id })
  const at = `/api/trades/${trade.id}`
  await post(2, buyerCookie, `${at}/mark-paid`, moveBody('mark-paid', 'awaiting_payment'))
  const done = await post<Trade>(3, sellerCookie, `${at}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
  if (done.status !== 'completed') throw new Error(`the trade is ${done.status} and not completed`)
  return [...keys, trade.escrow.address]
}

/** One trade of each pair, through the application within this process. */
async function recordCycles(appUrl: string, pairs: readonly Pair[]): Promise<Recording[]> {
  const config = { ...readConfig({}), secret: TEST_SECRET, logLevel: 'error', demo: false, requestsPerMinute: 0 }
  const recorder = installRecorder()
  const context = await openContext(config, appUrl)
  const app = await buildApp(context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const http = openHttp(`http://127.0.0.1:${port}`, 1)
  try {
    const recordings: Recording[] = []
    for (const pair of pairs) {
      // The first one prepares connections and statements.
      await cycle(http, pair)
      recordings.push(await recorder.record(async () => ({ fresh: await cycle(http, pair) })))
    }
    return recordings
  } finally {
    http.close()
    await app.close()
    await context.close()
    recorder.remove()
  }
}

function successor(old: string): string {
  return old.startsWith('0x') ? demoAddress() : crypto.randomUUID()
}
