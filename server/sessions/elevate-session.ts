import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { endOtherSessions } from './end-sessions.ts'
import { rotateSession } from './rotate-session.ts'

/**
 * From now on the session stands for a second factor, too: it goes on under a fresh token, which is returned, and every
 * other session of the person ends, since those have shown none.
 */
export async function elevateSession(tx: Tx, viewer: Viewer): Promise<string | null> {
  const { token } = await rotateSession(tx, viewer, { isSecondFactor: true })
  await endOtherSessions(tx, viewer.id, viewer.sessionId)
  return token
}
