import { DomainError } from '../../../domain/errors.ts'
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { endOtherSessions } from '../end-sessions.ts'
import { hashToken } from '../session-token.ts'

/**
 * From now on the session stands for a second factor, too: it goes on under a fresh token, which is returned, and every
 * other session of the person ends, since those have shown none.
 */
export async function strengthenSession(tx: Tx, { id, sessionId }: { id: string; sessionId: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql`
    update sessions set token = ${hashToken(token)}, has_second_factor = true, proved_at = clock_timestamp()
    where id = ${sessionId} and user_id = ${id} returning 1 as renewed`.execute(tx)
  if (rows.length === 0) throw new DomainError('signed_out')
  await endOtherSessions(tx, id, sessionId)
  return token
}
