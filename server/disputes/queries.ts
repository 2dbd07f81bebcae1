/** What a party reads of the dispute of its trade. */
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { CaseRow } from './dispute-rows.ts'
import { presentCase, readHistory, selectCaseFields, toCaseFields } from './dispute-rows.ts'

/** The dispute of a trade as one of its parties sees it; `not_found` for other users and for a trade without one. */
export async function getDispute(db: DbOrTx, userId: string, tradeId: string): Promise<Dispute> {
  const dispute = await findDispute(db, userId, tradeId)
  if (!dispute) throw new DomainError('not_found')
  return dispute
}

export async function findDispute(db: DbOrTx, userId: string, tradeId: string): Promise<Dispute | null> {
  const { rows } = await sql<CaseRow & { role: PartyRole; phrase: string }>`
    select ${selectCaseFields}, d.phrase, case when d.buyer_id = ${userId} then 'buyer' else 'seller' end as role
    from disputes d
    where d.trade_id = ${tradeId} and ${userId} in (d.buyer_id, d.seller_id)`.execute(db)
  if (!rows[0]) return null
  const { role, phrase, ...stored } = rows[0]
  const row = presentCase(stored)
  return {
    ...toCaseFields(row),
    role,
    phrase,
    hasArbiter: row.isTaken,
    accepted: [...row.accepted],
    ...(await readHistory(db, tradeId)),
  }
}
