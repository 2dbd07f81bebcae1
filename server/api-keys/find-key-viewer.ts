import type { Viewer } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { hashToken } from '../sessions/session-token.ts'
import { findKeyHolder } from './queries.ts'

/** The person whose program shows this key; null for one that is unknown, removed or expired. A wrong one costs one hash. */
export async function findKeyViewer(db: Db, key: string): Promise<Viewer | null> {
  const tokenHash = hashToken(key)
  const holder = await findKeyHolder(db, tokenHash)
  if (!holder) return null
  const { keyId, scopes, isStale, ...person } = holder
  if (isStale) await sql`update api_keys set last_used_at = clock_timestamp() where id = ${keyId}`.execute(db)
  // No session has the id of a key: nothing that is a session's own is found for it. Nor does a program act for the house.
  return { ...person, roles: [], sessionId: keyId, tokenHash, key: { scopes } }
}
