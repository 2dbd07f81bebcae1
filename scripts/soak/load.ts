/** The load of a soak: lists, pages, whole trades with their chat, and event streams, each at a pace of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Trade, Quote } from '../../domain/api/trades/trades.ts'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import { neededProof } from '../../server/testing/proofs.ts'
import { moveBody } from '../../server/testing/move-body.ts'
import { listen } from '../../server/testing/event-stream.ts'
import { OFFER } from '../../server/testing/accounts/users.ts'
import type { BenchEnvironment } from '../bench/environment.ts'
import { accepted, addressIn } from '../siege/client.ts'
import type { Client, Users } from '../siege/client.ts'

export type Part = 'lists' | 'pages' | 'trades' | 'messages' | 'streams'
/** `busy` are rounds that ended because a call was not answered in time; `refused` counts the others by their reason. */
export type Counts = Record<Part, { done: number; busy: number; refused: Record<string, number> }>

export type Load = {
  counts: Counts
  /** Resolves when each part has ended what it had begun, which no call without an answer holds up. May be called again. */
  stop(): Promise<void>
}

type Pair = {
  seller: Client
  buyer: Client
  offer: MyOffer
}

/** A call without an answer ends after this time. */
export const CALL_LIMIT_MS = 30_000
const OF_A_BUSY_MACHINE = /\b(?:408|503)\b|TimeoutError|aborted due to timeout/
const PAIRS = 4
const MESSAGES_OF_TRADE = 6
const STREAM_MS = 3000
/** The time from the start of one round of a part to that of the next. */
const PACE_MS: Record<'lists' | 'pages' | 'trades', number> = { lists: 100, pages: 500, trades: 2000 }
const LISTS = [
  '/api/offers?type=sell&currency=EUR',
  '/api/offers?type=sell&currency=EUR&method=sepa_instant&amount=50',
  '/api/offers?type=buy&currency=TND',
  '/api/offers?search=payment',
  '/api/market',
  '/api/market/counts',
  '/api/market/stats',
  '/api/transparency',
]
const OF_USERS = ['/api/trades', '/api/notifications', '/api/dashboard', '/api/my-offers', '/api/session']
const PAGES = ['/', '/offers', '/fr/offers', '/ar', '/terms']

/** Without built pages the part of the pages does nothing. */
export async function startLoad({ url, owner }: BenchEnvironment, users: Users, hasPages: boolean): Promise<Load> {
  const counts: Counts = {
    lists: { done: 0, busy: 0, refused: {} },
    pages: { done: 0, busy: 0, refused: {} },
    trades: { done: 0, busy: 0, refused: {} },
    messages: { done: 0, busy: 0, refused: {} },
    streams: { done: 0, busy: 0, refused: {} },
  }
  const pairs: Pair[] = []
  while (pairs.length < PAIRS) pairs.push(await createPair(users, pairs.length))
  const stopping = new AbortController()
  const isOver = () => stopping.signal.aborted
  const refuse = (part: Part, reason: string) => {
    const count = counts[part]
    if (OF_A_BUSY_MACHINE.test(reason)) count.busy++
    else count.refused[reason] = (count.refused[reason] ?? 0) + 1
  }

  async function repeat(paceMs: number, part: Part, work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !isOver(); round++) {
      const next = performance.now() + paceMs
      try {
        await work(round)
        counts[part].done++
      } catch (error) {
        refuse(part, error instanceof Error ? error.message.slice(0, 200) : String(error))
      }
      await sleep(Math.max(next - performance.now(), 0), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function read(path: string, cookie?: string): Promise<void> {
    const response = await fetch(`${url}${path}`, {
      headers: cookie === undefined ? {} : { cookie },
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  }

  const listsOnce = async (round: number) => {
    const { buyer } = pairs[round % PAIRS]!
    await (round % 2 === 0
      ? read(LISTS[(round / 2) % LISTS.length]!)
      : readOwn(buyer, OF_USERS[round % OF_USERS.length]!))
  }
  const tradeOnce = async (round: number) => {
    counts.messages.done += await tradeWithChat(owner, pairs[round % PAIRS]!)
  }
  const streamOnce = async ({ cookie }: Client) => {
    const stream = await listen(url, cookie, { helloWithinMs: CALL_LIMIT_MS })
    if (stream.status !== 200) throw new Error(`a stream: ${stream.status}`)
    await stream.until(1)
    if (stream.heard.length === 0) throw new Error('a stream without a hello')
    await sleep(STREAM_MS, undefined, { signal: stopping.signal }).catch(() => {})
    stream.hangUp()
    await stream.ended
  }
  const running = [
    repeat(PACE_MS.lists, 'lists', listsOnce),
    ...(hasPages ? [repeat(PACE_MS.pages, 'pages', (round) => read(PAGES[round % PAGES.length]!))] : []),
    repeat(PACE_MS.trades, 'trades', tradeOnce),
    ...pairs
      .flatMap(({ seller, buyer }) => [seller, buyer])
      .map((user) => repeat(0, 'streams', () => streamOnce(user))),
  ]
  return {
    counts,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function readOwn(user: Client, path: string): Promise<void> {
  accepted(await user.get(path))
}

async function createPair(users: Users, number: number): Promise<Pair> {
  const seller = await users.create(`soak_seller_${number}`, addressIn(number, 1))
  const buyer = await users.create(`soak_buyer_${number}`, addressIn(number, 2))
  const paymentAccountIds = [await users.paymentAccountOf(seller.id)]
  const offer = accepted(await seller.post<MyOffer>('/api/offers', { ...OFFER, paymentAccountIds }))
  return { seller, buyer, offer }
}

/** From the quote to the settled trade; returns the number of messages. */
async function tradeWithChat(owner: pg.Pool, { seller, buyer, offer }: Pair): Promise<number> {
  const quote = accepted(await buyer.post<Quote>('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '20' }))
  const trade = accepted(await buyer.post<Trade>('/api/trades', { quoteId: quote.id }))
  for (let count = 0; count < MESSAGES_OF_TRADE; count++) {
    const message = { text: `Message ${count} of ${trade.id}`, clientId: crypto.randomUUID() }
    accepted(await (count % 2 === 0 ? buyer : seller).post(`/api/trades/${trade.id}/messages`, message))
  }
  accepted(await seller.get(`/api/trades/${trade.id}/messages`))
  // Trades with each other count for no record, and uploads are limited to some an hour.
  const proofId = await neededProof(owner, trade.id, buyer.id)
  const mark = { ...moveBody('mark-paid', 'awaiting_payment'), ...(proofId !== undefined && { proofId }) }
  accepted(await buyer.post(`/api/trades/${trade.id}/mark-paid`, mark))
  accepted(await seller.post(`/api/trades/${trade.id}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent')))
  return MESSAGES_OF_TRADE
}
