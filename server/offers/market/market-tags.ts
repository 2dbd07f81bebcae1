/** Entity tags of the market, which change with it, and what is kept for visitors until then. */
import { randomUUID } from 'node:crypto'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { Context } from '../../context.ts'
import { MARKET } from '../../db/after-commit.ts'
import { REPLICA_LAG_MAX_MS } from '../../db/replica.ts'

/** What changes without a commit that changes the market, such as an offer's age, is shown within this time. */
const TAG_MS = 60_000
/** Longer than a replica that visitors read from can be behind. */
const KEPT_MS = REPLICA_LAG_MAX_MS + 2000

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
export function openMarketTags(
  { live, rates, replica }: Pick<Context, 'live' | 'rates' | 'replica'>,
  clock: () => number = () => performance.now(),
): MarketTags {
  const process = randomUUID().slice(0, 8)
  let changes = 0
  let changedAt = -KEPT_MS
  const close = live.subscribe(MARKET, () => {
    changes++
    changedAt = clock()
  })
  return { tagFor, close }

  function tagFor(viewerId: string | null): string | null {
    if (!live.isListening()) return null
    const rate = FIAT_CURRENCIES.map((currency) => rates.rateOf(currency).rateE6).join('-')
    // What a visitor read from a replica that did not have the change yet is read once more.
    const isRecent = replica !== null && viewerId === null && clock() - changedAt < KEPT_MS
    return `"${[process, isRecent ? `${changes}r` : changes, Math.floor(Date.now() / TAG_MS), rate, viewerId ?? ''].join('.')}"`
  }
}

/** What is the same for all visitors: read again when the market has changed, or after five seconds. A failure is not kept. */
export function keptForVisitors<Answer>(
  { tagFor }: Pick<MarketTags, 'tagFor'>,
  read: () => Promise<Answer>,
  clock: () => number = () => performance.now(),
): () => Promise<Answer> {
  let kept: { tag: string; answer: Promise<Answer>; at: number } | undefined
  return () => {
    // Before the read: a commit after it is not hidden behind the tag.
    const tag = tagFor(null)
    if (tag === null) return read()
    if (kept?.tag === tag && clock() - kept.at < KEPT_MS) return kept.answer
    const reading = { tag, answer: read(), at: clock() }
    kept = reading
    reading.answer.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.answer
  }
}
