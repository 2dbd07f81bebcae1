import { randomBytes } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import { REAUTHENTICATION_MINUTES } from '../../domain/factors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { hashToken } from './session-token.ts'

/** `token` is the session's from now on, for the browser alone. Null: it has just been given another one. */
export type Renewed = { token: string | null; freshUntil: Date }

/**
 * Notes a proof: the session goes on under a fresh token, and the former one is dead (ASVS 7.2.4). Of two proofs at once, in
 * two windows of one browser, the later keeps the token of the earlier: with two cookies on their way, the browser
 * could be left with the dead one. Refuses with `signed_out`. Whose answer gets lost signs in anew.
 */
export async function rotateSession(
  tx: Tx,
  { id, sessionId, tokenHash }: Viewer,
  { isSecondFactor }: { isSecondFactor: boolean },
): Promise<Renewed> {
  const token = randomBytes(32).toString('base64url')
  const next = hashToken(token)
  const { rows } = await sql<{ isRenewed: boolean; freshUntil: Date }>`
    update sessions set token = case token when ${tokenHash} then ${next} else token end,
      reauthenticated_at = clock_timestamp(), has_second_factor = has_second_factor or ${isSecondFactor}
    where id = ${sessionId} and user_id = ${id}
    returning token = ${next} as is_renewed,
      reauthenticated_at + make_interval(mins => ${sql.lit(REAUTHENTICATION_MINUTES)}) as fresh_until`.execute(tx)
  if (!rows[0]) throw new DomainError('signed_out')
  const { isRenewed, freshUntil } = rows[0]
  return { token: isRenewed ? token : null, freshUntil }
}
