import type { SessionMethod } from '../../../domain/accounts/sign-in-methods.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** Ends one of the user's sessions; another user's is `not_found`. Its open streams end within seconds. */
export async function endSession(tx: Tx, userId: string, sessionId: string): Promise<number> {
  const { rows } = await sql`
    delete from sessions where id = ${sessionId} and user_id = ${userId} returning 1 as ended`.execute(tx)
  if (rows.length === 0) throw new DomainError('not_found')
  return rows.length
}

/** Ends every session of the user but `keptId`; returns how many there were. */
export async function endOtherSessions(tx: Tx, userId: string, keptId: string | null): Promise<number> {
  const { rows } = await sql`
    delete from sessions where user_id = ${userId} and id is distinct from ${keptId} returning 1 as ended`.execute(tx)
  return rows.length
}

type EndedSession = { id: string; secondFactorSince: Date | null; wasOpen: boolean }

/** Ends every session of the user. `wasOpen`: it had not expired. */
export async function endAllSessions(tx: Tx, userId: string): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    delete from sessions where user_id = ${userId}
    returning id, second_factor_since, expires_at > clock_timestamp() as was_open`.execute(tx)
  return rows
}

/** Ends the user's sessions that began by this method, but not `keptId`. */
export async function endSessionsByMethod(
  tx: Tx,
  userId: string,
  method: SessionMethod,
  keptId: string,
): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and method = ${method} and id <> ${keptId}`.execute(tx)
}

/** Ends the session of this token, if there is one. */
export async function endSessionOfToken(db: Db, tokenHash: string): Promise<void> {
  await sql`delete from sessions where token = ${tokenHash}`.execute(db)
}
