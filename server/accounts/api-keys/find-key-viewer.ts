import type { Viewer } from '../../http/viewer.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { hashToken } from '../sessions/session-token.ts'
import { findKeyHolder } from './queries.ts'

/** The user of an API key; null for one that is unknown, removed or expired. A wrong key costs one hash. */
export async function findKeyViewer(db: Db, key: string): Promise<Viewer | null> {
  const tokenHash = hashToken(key)
  const holder = await findKeyHolder(db, tokenHash)
  if (!holder) return null
  const { keyId, scopes, isStale, ...user } = holder
  if (isStale) await sql`update api_keys set last_used_at = clock_timestamp() where id = ${keyId}`.execute(db)
  // No session has the id of a key, so what belongs to a session is not found for it. A program has no staff role.
  return { ...user, roles: [], sessionId: keyId, tokenHash, key: { scopes }, actingFor: null, member: null }
}
