import { randomBytes } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { hashToken } from '../sessions/session-token.ts'
import type { Viewer } from '../../http/viewer.ts'
import { assertMayTrade } from '../users/assert-may-trade.ts'

/**
 * Makes the session act for the owner of a team that its user is a member of now, or for its own user again (null). The session
 * gets another token, which is returned: streams and pages of the former one end. Refuses with
 * `not_found`, `signed_out` and, for a suspended member, `account_suspended`.
 */
export async function actFor(tx: Tx, { id, sessionId, tokenHash }: Viewer, ownerId: string | null): Promise<string> {
  const { rows: memberships } = await sql`
    select 1 as present from team_members
    where owner_id = ${ownerId} and member_id = ${id} and accepted_at is not null and ended_at is null`.execute(tx)
  if (ownerId !== null && memberships.length === 0) throw new DomainError('not_found')
  if (ownerId !== null) await assertMayTrade(tx, id)
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql`
    update sessions set token = ${hashToken(token)}, acting_for = ${ownerId}
    where id = ${sessionId} and user_id = ${id} and token = ${tokenHash} returning 1 as switched`.execute(tx)
  if (rows.length === 0) throw new DomainError('signed_out')
  return token
}
