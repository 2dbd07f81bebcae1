import { randomBytes } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import { REAUTHENTICATION_MINUTES } from '../../../domain/accounts/factors.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { hashToken } from './session-token.ts'
import type { Viewer } from '../../http/viewer.ts'

/** `token` is the session's new one. Null: a concurrent re-authentication has just replaced it. */
export type RotatedSession = { token: string | null; reauthenticationExpiresAt: Date }

/**
 * Records a re-authentication and gives the session another token; the previous one no longer works (ASVS 7.2.4). Of two
 * concurrent calls, in two windows of one browser, the later keeps the token of the earlier: with two cookies in flight,
 * the browser could keep the invalid one. `secondFactorSince`: since when the user has had the second factor that was shown;
 * null: none was. Refuses with `signed_out`. A client that loses the answer has to sign in again.
 */
export async function rotateSession(
  tx: Tx,
  { id, sessionId, tokenHash }: Viewer,
  secondFactorSince: Date | null,
): Promise<RotatedSession> {
  const token = randomBytes(32).toString('base64url')
  const next = hashToken(token)
  const { rows } = await sql<{ isRotated: boolean; reauthenticationExpiresAt: Date }>`
    update sessions set token = case token when ${tokenHash} then ${next} else token end,
      reauthenticated_at = clock_timestamp(), second_factor_since = least(second_factor_since, ${secondFactorSince})
    where id = ${sessionId} and user_id = ${id}
    returning token = ${next} as is_rotated,
      reauthenticated_at + make_interval(mins => ${sql.lit(REAUTHENTICATION_MINUTES)}) as reauthentication_expires_at`.execute(
    tx,
  )
  if (!rows[0]) throw new DomainError('signed_out')
  const { isRotated, reauthenticationExpiresAt } = rows[0]
  return { token: isRotated ? token : null, reauthenticationExpiresAt }
}
