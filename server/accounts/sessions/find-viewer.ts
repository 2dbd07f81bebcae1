/** Resolves a session cookie to its user, and signs out. */
import type { Secrets } from '../../config.ts'
import type { Db } from '../../db/pool.ts'
import { endSessionOfToken } from './end-sessions.ts'
import { extendSession } from './extend-session.ts'
import { findSession } from './queries.ts'
import { hashToken, readSignedToken, signToken } from './session-token.ts'
import type { SignedIn, Viewer } from '../../http/viewer.ts'

/** `secrets` sign the cookies; a change without rotation signs every user out. */
export type SessionServices = { db: Db; secrets: Secrets }

/** The user of a session cookie; null where there is no open session. Sessions end after 7 days without use, or 30 in all. */
export async function findViewer({ db, secrets }: SessionServices, cookieValue: string): Promise<Viewer | null> {
  const token = readSignedToken(cookieValue, secrets)
  const session = token && (await findSession(db, hashToken(token)))
  if (!session) return null
  const { isStale, ownerId, ownerUsername, ownerAvatar, ownerIsVerified, ownerSince, teamRoles, ...user } = session
  if (isStale) await extendSession(db, user.sessionId)
  const actingFor =
    ownerId !== null && ownerUsername !== null && ownerSince !== null
      ? {
          id: ownerId,
          username: ownerUsername,
          avatar: ownerAvatar,
          isVerified: ownerIsVerified === true,
          memberSince: ownerSince,
          roles: teamRoles,
        }
      : null
  return { ...user, key: null, actingFor, member: null }
}

/** The cookie's value and the user of a session that was just opened. */
export async function readOpenedSession(services: SessionServices, token: string): Promise<SignedIn> {
  const cookieValue = signToken(token, services.secrets)
  const viewer = await findViewer(services, cookieValue)
  if (!viewer) throw new Error('a session that was just opened was not found')
  return { token: cookieValue, viewer }
}

/** Ends the session of this cookie, if there is one. */
export async function signOut({ db, secrets }: SessionServices, cookieValue: string): Promise<void> {
  const token = readSignedToken(cookieValue, secrets)
  if (token) await endSessionOfToken(db, hashToken(token))
}
