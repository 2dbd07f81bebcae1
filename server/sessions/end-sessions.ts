import { DomainError } from '../../domain/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Ends one session of the person's own; somebody else's is `not_found`. Its open streams end within seconds. */
export async function endSession(tx: Tx, userId: string, sessionId: string): Promise<number> {
  const { rows } = await sql`
    delete from sessions where id = ${sessionId} and user_id = ${userId} returning 1 as ended`.execute(tx)
  if (rows.length === 0) throw new DomainError('not_found')
  return rows.length
}

/** Ends every session of the person but `keptId`; returns how many there were. */
export async function endOtherSessions(tx: Tx, userId: string, keptId: string): Promise<number> {
  const { rows } = await sql`
    delete from sessions where user_id = ${userId} and id <> ${keptId} returning 1 as ended`.execute(tx)
  return rows.length
}

/** Ends the session of this token, if there is one. */
export async function endSessionOf(db: Db, tokenHash: string): Promise<void> {
  await sql`delete from sessions where token = ${tokenHash}`.execute(db)
}
