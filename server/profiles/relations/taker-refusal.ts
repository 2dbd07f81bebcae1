/** Whether a taker may take an offer: neither user blocks the other, and the taker meets the offer's requirements. */
import { DomainError } from '../../../domain/errors.ts'
import { unmetRequirement } from '../../../domain/profiles/relations.ts'
import type { Requirements, TakerRecord, TakerRefusal } from '../../../domain/profiles/relations.ts'
import { withNewTakerRequirement } from '../../../domain/offers/new-takers.ts'
import type { NewTakerShare } from '../../../domain/offers/new-takers.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** The columns of an offer that decide who may take it. */
export type OfferForTaker = {
  ownerId: string
  trustedOnly: boolean
  minAccountDays: number
  minCompletedTrades: number
  minCompletionRate: number
  newTakerShare: NewTakerShare
}

/** A taker's record, and the owners who refuse or trust the taker. One read serves all offers of a page. */
export type TakerStanding = { record: TakerRecord; refusedBy: ReadonlySet<string>; trustedBy: ReadonlySet<string> }

/** Serialises the openings of trades and the changes of relations of two users, so that each sees the ones before it. */
export async function lockPair(tx: Tx, one: string, other: string): Promise<void> {
  await sql`select from lock_pair(${one}, ${other})`.execute(tx)
}

/**
 * Refuses with `offer_unavailable` a taker whom the owner of an offer for trusted traders does not trust, as if the offer did
 * not exist; otherwise as `refusalOf`. The constraints of `trades` refuse the same.
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
  return unmetRequirement(withNewTakerRequirement(requirementsOf(offer), offer.newTakerShare), record)
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

/** Reads what decides whether a user may take these offers. */
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
