import type { Tx } from '../../db/pool.ts'
import { endOtherSessions } from './end-sessions.ts'
import { rotateSession } from './rotate-session.ts'
import type { Viewer } from '../../http/viewer.ts'

/**
 * Marks the session as one with a second factor, which the user has since `secondFactorSince`, under another token, which is
 * returned. Ends every other session of the user, since those have shown no second factor.
 */
export async function elevateSession(tx: Tx, viewer: Viewer, secondFactorSince: Date): Promise<string | null> {
  const { token } = await rotateSession(tx, viewer, secondFactorSince)
  await endOtherSessions(tx, viewer.id, viewer.sessionId)
  return token
}
