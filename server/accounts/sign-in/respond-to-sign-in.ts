import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { challengeCookie, pendingSignUpCookie } from '../../http/cookies.ts'
import { endBrowserSession, startSession } from '../sessions/start-session.ts'
import type { CookieServices } from '../sessions/start-session.ts'
import type { SignInResult } from './complete-sign-in.ts'

/** Answers a sign-in: with its session, or with the cookie of what comes next. */
export async function respondToSignIn(
  services: CookieServices,
  http: { request: FastifyRequest; reply: FastifyReply },
  result: SignInResult,
): Promise<Session> {
  if ('token' in result) return startSession(services, http, result.token)
  const { publicUrl } = services.config
  await endBrowserSession(services, http)
  if ('pendingSignUp' in result) {
    pendingSignUpCookie.set(http.reply, publicUrl, result.pendingSignUp)
    return { user: null, pendingSignUp: { kind: result.kind } }
  }
  challengeCookie.set(http.reply, publicUrl, result.challenge)
  return { user: null, secondFactor: { methods: result.methods } }
}
