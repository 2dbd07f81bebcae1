import { randomUUID } from 'node:crypto'
import type { LiveOffersQuery, OffersNow } from '../../domain/api/offers/live-offers.ts'
import { cellsOf, methodsIn } from '../../domain/offers/listing.ts'
import { FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import type { Context } from '../context.ts'
import { MARKET } from '../db/after-commit.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { findFirstPage } from './market/find-offers.ts'
import type { RateSource } from './rates/rates.ts'
import { isAvailable, isFirstIn, isTraded, trustedOffers } from './market/scope.ts'
import { listOffersById } from './queries.ts'

/** Those of the shown offers that the viewer can take now, and which offers the first page of the list has now. */
export async function getOffersNow(
  db: Db,
  rates: RateSource,
  viewerId: string | null,
  { shown, ...query }: LiveOffersQuery,
): Promise<OffersNow> {
  const [first, takeable] = await Promise.all([
    findFirstPage(db, { rates, viewerId, query }),
    listTakeable(db, rates, viewerId, shown?.split(',') ?? []),
  ])
  return { offers: await listOffersById(db, rates, viewerId, takeable, methodsIn(query.method)), first }
}

/** By the primary key: the cost does not depend on the size of the market. */
async function listTakeable(db: Db, rates: RateSource, viewerId: string | null, offerIds: string[]): Promise<string[]> {
  const listed = sql`select m.offer_id from market_offers m
    where m.offer_id = any(${offerIds}::uuid[]) and ${isFirstIn(cellsOf({}))} and ${isTraded} and ${isAvailable({ rates, viewerId })}`
  const seen =
    viewerId === null
      ? listed
      : sql`${listed} union all select m.offer_id ${trustedOffers({ viewerId, rates, cells: cellsOf({}) })}
          and m.offer_id = any(${offerIds}::uuid[])`
  const { rows } = await sql<{ offerId: string }>`${seen}`.execute(db)
  return rows.map(({ offerId }) => offerId)
}

/** What changes without a commit that changes the market, such as an offer's age, is shown within this time. */
const TAG_MS = 60_000

export type MarketTags = {
  /** The tag of the market as this viewer sees it now; null while the commits of other processes are not heard of. */
  tagFor: (viewerId: string | null) => string | null
  close: () => void
}

/**
 * Whether If-None-Match names the tag (RFC 9110, section 13.1.2). A proxy that compresses the answer makes the tag a weak one, and
 * without its clients' 304 each poll would read the market.
 */
export function isTagOf(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags?.includes(tag) ?? false
}

/** Entity tags that change with every commit that changes the market: to compare one costs no read of the database. */
export function openMarketTags({ live, rates }: Pick<Context, 'live' | 'rates'>): MarketTags {
  const process = randomUUID().slice(0, 8)
  let changes = 0
  const close = live.subscribe(MARKET, () => changes++)
  return { tagFor, close }

  function tagFor(viewerId: string | null): string | null {
    if (!live.isListening()) return null
    const rate = FIAT_CURRENCIES.map((currency) => rates.rateOf(currency).rateE6).join('-')
    return `"${[process, changes, Math.floor(Date.now() / TAG_MS), rate, viewerId ?? ''].join('.')}"`
  }
}

/** A replica can be older than the tag. */
const KEPT_MS = 5000

/** What is the same for all visitors: read again when the market has changed, or after five seconds. A failure is not kept. */
export function keptForVisitors<Answer>(
  { tagFor }: Pick<MarketTags, 'tagFor'>,
  read: () => Promise<Answer>,
  now: () => number = performance.now.bind(performance),
): () => Promise<Answer> {
  let kept: { tag: string; answer: Promise<Answer>; at: number } | undefined
  return () => {
    // Before the read: a commit after it is not hidden behind the tag.
    const tag = tagFor(null)
    if (tag === null) return read()
    if (kept?.tag === tag && now() - kept.at < KEPT_MS) return kept.answer
    const reading = { tag, answer: read(), at: now() }
    kept = reading
    reading.answer.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.answer
  }
}
