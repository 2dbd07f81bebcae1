import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import {
  challengeCookie,
  deviceCookie,
  pendingSignUpCookie,
  registrationCookie,
  sessionCookie,
} from '../../http/cookies.ts'
import { clientOf } from './client-of.ts'
import { readOpenedSession, signOut } from './find-viewer.ts'
import type { SessionServices } from './find-viewer.ts'
import { signToken } from './session-token.ts'
import type { UserNetworks } from './user-networks.ts'
import type { Viewer } from '../../http/viewer.ts'

export type CookieServices = SessionServices & { config: { publicUrl: string }; networks: UserNetworks }
type Http = { request: FastifyRequest; reply: FastifyReply }

/**
 * Sets the cookie of a new session and ends the browser's previous one: an attacker who had planted the previous cookie
 * would otherwise share the browser's session (session fixation).
 */
export async function startSession(
  services: CookieServices,
  { request, reply }: Http,
  token: string,
): Promise<Session> {
  const { publicUrl } = services.config
  const { token: cookieValue, viewer } = await readOpenedSession(services, token)
  // A registration and a sign-in are seen here, too, whatever network the session is used in afterwards.
  await services.networks.note(services.db, viewer.id, request.ip)
  const former = sessionCookie.read(request, publicUrl)
  if (former) await signOut(services, former)
  sessionCookie.set(reply, publicUrl, cookieValue)
  deviceCookie.set(reply, publicUrl, clientOf(request, publicUrl).device.nextToken)
  for (const cookie of [challengeCookie, pendingSignUpCookie, registrationCookie]) {
    if (cookie.read(request, publicUrl)) cookie.clear(reply, publicUrl)
  }
  return sessionOf(viewer)
}

/** Ends the browser's session, if it has one, and clears its cookie. */
export async function endBrowserSession(services: CookieServices, { request, reply }: Http): Promise<void> {
  const { publicUrl } = services.config
  const former = sessionCookie.read(request, publicUrl)
  if (!former) return
  await signOut(services, former)
  sessionCookie.clear(reply, publicUrl)
}

/** Sets the cookie of a session that continues under another token; null where it keeps the one it has. */
export function continueSession({ config, secrets }: CookieServices, reply: FastifyReply, token: string | null): void {
  if (token !== null) sessionCookie.set(reply, config.publicUrl, signToken(token, secrets))
}

export function sessionOf(viewer: Viewer | null): Session {
  if (!viewer) return { user: null }
  const { id, username, avatar, email, isVerified, language, memberSince, suspendedAt, roles, actingFor } = viewer
  const emailRefusedAt = viewer.emailRefusedAt?.toISOString() ?? null
  const known = { id, username, avatar, email, isVerified, emailRefusedAt, language }
  const user = { ...known, memberSince: memberSince.toISOString() }
  const suspension = suspendedAt && { at: suspendedAt.toISOString(), reason: viewer.suspensionReason ?? '' }
  if (!actingFor) return { user: { ...user, suspension, roles: [...roles] } }
  // A session that acts for an owner has no staff role.
  const owner = { id: actingFor.id, username: actingFor.username, avatar: actingFor.avatar }
  return { user: { ...user, suspension, roles: [] }, actingFor: { ...owner, roles: [...actingFor.roles] } }
}
