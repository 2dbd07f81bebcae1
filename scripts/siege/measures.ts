/** What the siege leaves of the market: offers still takeable, USDT locked, cases and mails. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Offer, OfferPage } from '../../domain/api/offers/offers.ts'
import { QUOTES_PER_MINUTE } from '../../domain/limits.ts'
import { OPEN_STATUSES } from '../../domain/trades/trades.ts'
import type { recordsOf } from '../../server/testing/accounts/tiers.ts'
import type { Client, Users } from './client.ts'
import { accepted } from './client.ts'
import { createHonest } from './honest.ts'

/** The sell side, all pages. */
export async function sellOffers(client: Client): Promise<Offer[]> {
  const offers: Offer[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: OfferPage = accepted(await client.get<OfferPage>(`/api/offers?type=sell${more}`))
    offers.push(...page.offers)
    cursor = page.nextCursor
  }
  return offers
}

/** Of the offers that were takeable before the siege; `sellerShare` is the largest share of a seller's USDT that new takers hold. */
export type Sample = { record: number; newTaker: number; lockedUsdt: number; sellerShare: number }

type Records = ReturnType<typeof recordsOf>

/** New accounts ask each time, so that no sample meets the limit of quotes a minute. */
export async function takeable(users: Users, offers: readonly Offer[], records: Records | null): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < offers.length; at += QUOTES_PER_MINUTE) {
    const asker = await createHonest(users, records === null ? 'new_taker' : 'known')
    if (records !== null) await records.give(asker.id, { completedTrades: 1, partners: 1 })
    for (const { id: offerId, minAmount } of offers.slice(at, at + QUOTES_PER_MINUTE)) {
      if (await canTake(asker, { offerId, amount: minAmount })) found.add(offerId)
    }
  }
  return found
}

/** A server that is busy refuses no offer: the user asks again. */
async function canTake(asker: Client, { offerId, amount }: { offerId: string; amount: string }): Promise<boolean> {
  for (let attempts = 0; attempts < 10; attempts++) {
    const { status } = await asker.post('/api/quotes', { offerId, anchor: 'fiat', amount })
    if (status !== 503) return status < 300
    await sleep(500)
  }
  return false
}

const OPEN = `status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`

/** USDT that new takers hold in open trades, by seller. */
export async function heldBySeller(owner: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ username: string; usdt: number }>(
    `select u.username, sum(t.usdt_micro)::float8 / 1e6 as usdt from trades t join users u on u.id = t.seller_id
     where t.by_new_taker and ${OPEN} group by 1`,
  )
  return new Map(rows.map(({ username, usdt }) => [username, usdt]))
}

/** The largest share: what new takers hold of a seller, against that and what a trader with a record can still take in one trade. */
export function largestSellerShare(held: ReadonlyMap<string, number>, offers: readonly Offer[]): number {
  const shares = [...new Set(offers.map(({ owner }) => owner.username))].map((seller) => {
    const taken = held.get(seller) ?? 0
    const left = offers.filter(({ owner }) => owner.username === seller).map((offer) => Number(offer.tradableUsdt))
    return taken === 0 ? 0 : taken / (taken + Math.max(...left))
  })
  return Math.max(0, ...shares)
}

export type Aftermath = { lockedMinutes: number; longestMinutes: number; cases: number; mailsToOne: number }

/** Of the trades of new takers since the start, in minutes, weighted by USDT; of users who are not of the crowd the most mails. */
export async function readAftermath(owner: pg.Pool, since: Date, crowd: readonly string[]): Promise<Aftermath> {
  const minutes = `extract(epoch from (case when ${OPEN} then clock_timestamp() else moved_at end) - created_at) / 60`
  const { rows } = await owner.query<Aftermath>(
    `select
       (select coalesce(sum(usdt_micro * ${minutes}) / nullif(sum(usdt_micro), 0), 0)::float8
        from trades where by_new_taker and created_at > $1) as "lockedMinutes",
       (select coalesce(max(${minutes}), 0)::float8
        from trades where by_new_taker and created_at > $1) as "longestMinutes",
       (select count(*)::int from disputes where opened_at > $1) as cases,
       (select coalesce(max(n), 0) from (select count(*)::int as n from mails m
        where m.created_at > $1 and m.user_id is not null and m.user_id <> all($2::uuid[]) group by m.to_address) each) as "mailsToOne"`,
    [since, crowd],
  )
  return rows[0]!
}

/** In USDT. */
export type BondsHeld = { locked: number; awarded: number }

/** The bonds of trades that were opened since then: those still in escrow, and those that their sellers were given. */
export async function bondsSince(owner: pg.Pool, since: Date): Promise<BondsHeld> {
  const { rows } = await owner.query<BondsHeld>(
    `select coalesce(sum(t.bond_micro) filter (where ${OPEN}), 0)::float8 / 1e6 as locked,
       coalesce(sum(t.bond_micro) filter (where exists (
         select from transfers f where f.trade_id = t.id and f.leg = 'bond_awarded')), 0)::float8 / 1e6 as awarded
     from trades t where t.created_at > $1`,
    [since],
  )
  return rows[0]!
}
