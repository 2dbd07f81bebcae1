/** Whether an offer's owner and its taker may trade: neither blocks the other, and the taker is whom the offer is for. */
import { DomainError } from '../../domain/errors.ts'
import { unmetRequirement } from '../../domain/relations.ts'
import type { Requirements, TakerRecord, TakerRefusal } from '../../domain/relations.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** What decides about a taker, of an offer's row. */
export type OfferForTaker = {
  ownerId: string
  trustedOnly: boolean
  minAccountDays: number
  minCompletedTrades: number
  minCompletionRate: number
}

/** What a taker's relations and record mean for offers: read once for all offers of a page. */
export type TakerStanding = { record: TakerRecord; refusedBy: ReadonlySet<string>; trustedBy: ReadonlySet<string> }

/** Trades of a pair are opened, and their relations are changed, one after the other: the later sees what the earlier did. */
export async function lockPair(tx: Tx, one: string, other: string): Promise<void> {
  await sql`select from lock_pair(${one}, ${other})`.execute(tx)
}

/**
 * Refuses a taker: `offer_unavailable` where the offer is for other, trusted traders, as if it did not exist; otherwise as
 * in `refusalOf`. The constraints of `trades` refuse the same.
 */
export async function assertMayTake(db: DbOrTx, offer: OfferForTaker, takerId: string): Promise<void> {
  const standing = await readStanding(db, takerId, [offer])
  if (!isVisible(offer, standing)) throw new DomainError('offer_unavailable')
  const refusal = refusalOf(offer, standing)
  if (refusal) throw new DomainError(refusal.code, { values: refusal.values })
}

/** Why this taker cannot take the offer: `trade_not_possible`, or the first requirement that is not met. */
export function refusalOf(offer: OfferForTaker, { record, refusedBy }: TakerStanding): TakerRefusal | null {
  if (refusedBy.has(offer.ownerId)) return { code: 'trade_not_possible', values: {} }
  return unmetRequirement(requirementsOf(offer), record)
}

/** An offer for trusted traders is visible to them only. */
export function isVisible(
  { trustedOnly, ownerId }: OfferForTaker,
  { trustedBy }: Pick<TakerStanding, 'trustedBy'>,
): boolean {
  return !trustedOnly || trustedBy.has(ownerId)
}

export function requirementsOf({ minAccountDays, minCompletedTrades, minCompletionRate }: OfferForTaker): Requirements {
  return { accountDays: minAccountDays, completedTrades: minCompletedTrades, completionRate: minCompletionRate }
}

/** The standing of a user towards the owners of these offers. */
export async function readStanding(
  db: DbOrTx,
  takerId: string,
  offers: readonly Pick<OfferForTaker, 'ownerId'>[],
): Promise<TakerStanding> {
  const owners = [...new Set(offers.map(({ ownerId }) => ownerId))]
  const { rows } = await sql<TakerRecord & { refusedBy: string[]; trustedBy: string[] }>`
    select floor(extract(epoch from clock_timestamp() - u.created_at) / 86400)::int as account_days, u.completed_trades,
      u.failed_trades, coalesce(access.refused_by, '{}') as refused_by, coalesce(access.trusted_by, '{}') as trusted_by
    from users u left join lateral (
      select array_agg(a.owner_id::text) filter (where a.is_refused) as refused_by,
        array_agg(a.owner_id::text) filter (where not a.is_refused) as trusted_by
      from offer_access a where a.viewer_id = u.id and a.owner_id = any(${owners}::uuid[])) access on true
    where u.id = ${takerId}`.execute(db)
  const { refusedBy, trustedBy, ...record } = rows[0]!
  return { record, refusedBy: new Set(refusedBy), trustedBy: new Set(trustedBy) }
}
