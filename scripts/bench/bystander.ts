/**
 * How long a visitor waits for a page of the market while one account floods the server, against the same without the flood; and
 * how long a user waits for a picture beside many accounts (`bystander-pictures.ts`).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { listOffers } from '../../domain/api/offers/offers.ts'
import { OFFER } from '../../server/testing/accounts/users.ts'
import { measurePictures } from './bystander-pictures.ts'
import type { PictureOptions } from './bystander-pictures.ts'
import { percentile } from './compare.ts'
import { openBenchEnvironment } from './environment.ts'
import { fillMarketplace } from '../../server/testing/fill-marketplace.ts'
import type { Sender } from './flood.ts'
import { formOf, startFlood } from './start-flood.ts'
import type { Flooding } from './start-flood.ts'
import { openHttp } from './http.ts'
import { newPairs } from './traders.ts'

const CONNECTIONS = 8
const READS = 150
const BETWEEN_MS = 5
const TARGET = 2
const PAGE = `${listOffers.path}?type=sell&currency=EUR`

/** `reads` are those of a round, and `pictures` those of each row. */
type BystanderOptions = { offers: number; rounds: number; reads?: number; pictures: PictureOptions }

type Request = Sender['requests'][number]

/** One row for each kind of request, for `console.table`, and those of pictures. The limits are those of the product. */
export async function measureBystander({
  offers,
  rounds,
  reads = READS,
  pictures,
}: BystanderOptions): Promise<{ reads: Record<string, object>; pictures: Record<string, object> }> {
  const environment = await openBenchEnvironment({
    server: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '3000', PUBLIC_READ_MS: '1000' },
  })
  try {
    await fillMarketplace(environment.owner, offers)
    const rows: Record<string, object> = {}
    for (const [n, [name, requests]] of Object.entries(await floods()).entries()) {
      // Another visitor for each kind, within the requests of an address in a minute.
      const http = openHttp(environment.url, 1, { 'x-forwarded-for': `198.51.100.${n}` })
      const [pair] = await newPairs(environment, 1, name.slice(0, 8))
      const { buyerCookie: cookie, offerId } = pair!
      const flooding = requests(offerId)
      const flood = startFlood({
        url: environment.url,
        connections: CONNECTIONS,
        senders: [{ headers: { cookie, 'x-forwarded-for': `203.0.113.${n}` }, requests: flooding }],
      })
      rows[name] = await compareReads(() => http('GET', PAGE), flood, { rounds, reads })
      flood.end()
      http.close()
    }
    return { reads: rows, pictures: await measurePictures(environment, pictures) }
  } finally {
    await environment.close()
  }
}

async function floods(): Promise<Record<string, (offerId: string) => Request[]>> {
  const search = (words: string): Request => ({
    method: 'GET',
    path: `${listOffers.path}?search=${encodeURIComponent(words)}`,
  })
  const picture = await avatarForm()
  return {
    pictures: () => [{ method: 'POST', path: '/api/profile/avatar', ...picture }],
    streams: () => [{ method: 'GET', path: '/api/events', isStream: true }],
    // Common parts without a common whole, punctuation, a letter, a word that few have.
    searches: () => ['se th', 'ow ple', '---', 'q', 'quetzal', 'window'].map(search),
    offers: () => [{ method: 'POST', path: '/api/offers', body: JSON.stringify({ ...OFFER, type: 'buy' }) }],
    quotes: (offerId) => [
      { method: 'POST', path: '/api/quotes', body: JSON.stringify({ offerId, anchor: 'fiat', amount: '150' }) },
    ],
  }
}

async function avatarForm(): Promise<Pick<Request, 'body' | 'type'>> {
  const image = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#eee' } })
    .jpeg()
    .toBuffer()
  return formOf('image', image)
}

/** Quiet and flooded rounds in turns, so that other load affects both. */
async function compareReads(
  read: () => Promise<unknown>,
  flood: Flooding,
  { rounds, reads }: { rounds: number; reads: number },
): Promise<object> {
  const [quiet, flooded]: [number[], number[]] = [[], []]
  let sent = 0
  let floodedMs = 0
  await timed(read, reads, [])
  for (let round = 0; round < rounds; round++) {
    await timed(read, reads, quiet)
    flood.start()
    const began = performance.now()
    await timed(read, reads, flooded)
    floodedMs += performance.now() - began
    sent += await flood.stop()
    await sleep(500)
  }
  const of = (took: number[], share: number) =>
    percentile(
      took.toSorted((a, b) => a - b),
      share,
    )
  const ratio = of(flooded, 0.99) / of(quiet, 0.99)
  return {
    'flood, requests/s': Math.round(sent / (floodedMs / 1000)),
    'quiet p50, ms': of(quiet, 0.5).toFixed(2),
    'quiet p99, ms': of(quiet, 0.99).toFixed(2),
    'flooded p50, ms': of(flooded, 0.5).toFixed(2),
    'flooded p99, ms': of(flooded, 0.99).toFixed(2),
    'p99 ratio': ratio.toFixed(2),
    target: `<= ${TARGET}`,
    met: ratio <= TARGET ? 'yes' : 'NO',
  }
}

async function timed(read: () => Promise<unknown>, reads: number, took: number[]): Promise<void> {
  for (let n = 0; n < reads; n++) {
    const began = performance.now()
    await read()
    took.push(performance.now() - began)
    await sleep(BETWEEN_MS)
  }
}
