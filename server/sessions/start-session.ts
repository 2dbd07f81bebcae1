import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../domain/api.ts'
import type { Context, Viewer } from '../context.ts'
import { challengeCookie } from '../http/pending-sign-in.ts'
import { registrationCookie } from '../http/registration-cookie.ts'
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from '../http/session.ts'
import type { Client, SignedIn } from '../accounts/accounts.ts'
import { deviceCookieOf, setDeviceCookie } from './device-cookie.ts'
import { deviceOfCookie } from './device.ts'
import type { SignInResult } from '../sign-in/complete-sign-in.ts'
import { pendingSignUpCookie } from '../identities/cookies.ts'
import type { Waiting } from '../registration/register.ts'

const USER_AGENT_MAX = 300

type Place = Pick<Context, 'accounts' | 'config'>

/** What a browser is given after the first factor: its session, or the cookie of what comes next. */
export async function arrive(
  place: Place,
  request: FastifyRequest,
  reply: FastifyReply,
  arrival: SignInResult,
): Promise<Session> {
  const { accounts, config } = place
  if ('token' in arrival) return welcome(place, request, reply, await accounts.signedIn(arrival.token))
  const before = sessionTokenOf(request, config.publicUrl)
  if (before) {
    await accounts.signOut(before)
    clearSessionCookie(reply, config.publicUrl)
  }
  if ('pendingSignUp' in arrival) {
    pendingSignUpCookie.set(reply, config.publicUrl, arrival.pendingSignUp)
    return { user: null, pendingSignUp: { kind: arrival.kind } }
  }
  challengeCookie.set(reply, config.publicUrl, arrival.pending)
  return { user: null, secondFactor: { methods: arrival.methods } }
}

/** What a browser is given while its registration waits for a code; whoever is signed in there stays so until it comes. */
export function wait({ config }: Pick<Context, 'config'>, reply: FastifyReply, waiting: Waiting): Session {
  registrationCookie.set(reply.code(202), config.publicUrl, waiting.registration)
  return { user: null, registration: { email: waiting.email } }
}

/** Gives the browser its session. It never keeps the one it had: whoever planted that would share the new one. */
export async function welcome(
  { accounts, config }: Place,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<Session> {
  const before = sessionTokenOf(request, config.publicUrl)
  if (before) await accounts.signOut(before)
  setSessionCookie(reply, config.publicUrl, signedIn.token)
  setDeviceCookie(reply, config.publicUrl, clientOf(request).device.next)
  for (const cookie of [challengeCookie, pendingSignUpCookie, registrationCookie]) {
    if (cookie.tokenOf(request, config.publicUrl)) cookie.clear(reply, config.publicUrl)
  }
  return sessionOf(signedIn.viewer)
}

export function sessionOf(viewer: Viewer | null): Session {
  if (!viewer) return { user: null }
  const { id, username, avatar, email, isVerified, language, memberSince, roles } = viewer
  const shown = { id, username, avatar, email, isVerified, language, memberSince: memberSince.toISOString() }
  return { user: { ...shown, roles: [...roles] } }
}

const clients = new WeakMap<FastifyRequest, Client>()

/** Where a request comes from, as its session remembers it; the same for one request however often it is asked. */
export function clientOf(request: FastifyRequest): Client {
  let client = clients.get(request)
  if (!client) {
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX)
    client = { ipAddress: request.ip, userAgent, device: deviceOfCookie(deviceCookieOf(request)) }
    clients.set(request, client)
  }
  return client
}
