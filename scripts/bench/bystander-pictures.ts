/** How long a user waits for a small picture in a chat while 20 accounts send pictures and proofs that take the decoder longest. */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { recordsOf } from '../../server/testing/accounts/tiers.ts'
import type { BenchEnvironment } from './environment.ts'
import type { Sender } from './flood.ts'
import { openHttp } from './http.ts'
import { formOf, startFlood } from './start-flood.ts'
import { newPairs, openTrade } from './traders.ts'
import type { Pair } from './traders.ts'

const ACCOUNTS = 20
const TARGET_MS = 5000
const WIDTH = 1536
/** Until the flood has filled the queue. */
const FLOODING_MS = 3000
/** From one picture of the bystander to the next, within its limit of a minute. */
const PAUSE_MS = 5000

/** `count` pictures of the bystander in each row; the flood's are noise, of this `height` and from so many `accounts`. */
export type PictureOptions = { count: number; height: number; accounts?: number }
type Trading = Pair & { tradeId: string }

/** One row for each kind of flood and of bystander. */
export async function measurePictures(
  environment: BenchEnvironment,
  { count, height, accounts = ACCOUNTS }: PictureOptions,
): Promise<Record<string, object>> {
  const worst = await noise(WIDTH, height).webp({ quality: 1, effort: 0 }).toBuffer()
  const small = await noise(300, 200).jpeg().toBuffer()
  const records = recordsOf(() => environment.owner)
  const rows: Record<string, object> = {}
  for (const networks of [1, accounts]) {
    const senders = await traders(environment, accounts, `of${networks}`)
    const [fresh, traded] = await traders(environment, 2, `by${networks}`)
    await records.give(traded!.buyerId, { completedTrades: 1, partners: 1 })
    const flood = startFlood({
      url: environment.url,
      connections: accounts,
      senders: senders.map((sender, n) => ({
        headers: headersOf(sender, `203.0.${networks}.${n % networks}`),
        requests: [n % 2 === 0 ? imageOf(sender, worst) : proofOf(sender, worst)],
      })),
    })
    flood.start()
    await sleep(FLOODING_MS)
    for (const [who, user] of Object.entries({ 'a new account': fresh!, 'an account with a trade': traded! })) {
      const waits: Wait[] = []
      while (waits.length < count) {
        if (waits.length > 0) await sleep(PAUSE_MS)
        waits.push(await waitFor(environment.url, headersOf(user, `198.51.100.${networks}`), imageOf(user, small)))
      }
      rows[`${networks === 1 ? 'one network' : `${networks} networks`}, ${who}`] = rowOf(waits)
    }
    await flood.stop()
    flood.end()
  }
  await records.withdraw()
  return rows
}

async function traders(environment: BenchEnvironment, count: number, name: string): Promise<Trading[]> {
  const http = openHttp(environment.url, 1)
  const trading: Trading[] = []
  for (const pair of await newPairs(environment, count, name))
    trading.push({ ...pair, tradeId: (await openTrade(http, pair)).id })
  http.close()
  return trading
}

function headersOf({ buyerCookie }: Pair, address: string): Sender['headers'] {
  return { cookie: buyerCookie, 'x-forwarded-for': address }
}

function imageOf({ tradeId }: Trading, image: Uint8Array): Sender['requests'][number] {
  return { method: 'POST', path: `/api/trades/${tradeId}/images`, ...formOf('image', image) }
}

function proofOf({ tradeId }: Trading, file: Uint8Array): Sender['requests'][number] {
  return { method: 'POST', path: `/api/trades/${tradeId}/files`, ...formOf('file', file, { purpose: 'payment_proof' }) }
}

function noise(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}

type Wait = { ms: number; status: number }

function waitFor(url: string, headers: Sender['headers'], sent: Sender['requests'][number]): Promise<Wait> {
  const began = performance.now()
  return new Promise((done, fail) => {
    const sending = request(
      new URL(sent.path, url),
      {
        method: sent.method,
        headers: {
          ...headers,
          'sec-fetch-site': 'same-origin',
          'idempotency-key': crypto.randomUUID(),
          'content-type': sent.type,
        },
      },
      (answer) => {
        answer.resume()
        answer.on('error', fail)
        answer.on('end', () => done({ ms: performance.now() - began, status: answer.statusCode ?? 0 }))
      },
    )
    sending.on('error', fail)
    sending.end(sent.body)
  })
}

function rowOf(waits: readonly Wait[]): object {
  const sorted = waits.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const longest = sorted.at(-1)!
  const accepted = waits.filter(({ status }) => status === 201).length
  return {
    pictures: waits.length,
    accepted,
    'p50, ms': sorted[Math.floor((sorted.length - 1) / 2)]!.toFixed(0),
    'longest, ms': longest.toFixed(0),
    target: `< ${TARGET_MS}`,
    met: longest < TARGET_MS && accepted === waits.length ? 'yes' : 'NO',
  }
}
