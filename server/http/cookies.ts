/** Every cookie of the product. Scripts can read none of them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REGISTRATION_MINUTES } from '../../domain/accounts/accounts.ts'
import { DEVICE_DAYS } from '../../domain/accounts/devices.ts'
import { SECOND_FACTOR_CHALLENGE_MINUTES } from '../../domain/accounts/factors.ts'
import { AUTHORIZATION_MINUTES, PENDING_SIGN_UP_MINUTES } from '../../domain/accounts/identities.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** The signed session token (sessions/session-token.ts). Kept as long as a session can live; the server ends it earlier. */
export const sessionCookie = cookie('sid', { maxAge: 30 * DAY, sameSite: 'lax' })
/** Recognises a browser at its next sign-in. It authenticates no request, and outlives sessions and signing out. */
export const deviceCookie = cookie('device', { maxAge: DEVICE_DAYS * DAY, sameSite: 'lax' })
/** A sign-in that waits for its second factor. */
export const challengeCookie = cookie('challenge', {
  maxAge: SECOND_FACTOR_CHALLENGE_MINUTES * MINUTE,
  sameSite: 'strict',
})
/** A registration that waits for its emailed code. */
export const registrationCookie = cookie('registration', { maxAge: REGISTRATION_MINUTES * MINUTE, sameSite: 'strict' })
/** A verified identity without an account, whose owner chooses a username. */
export const pendingSignUpCookie = cookie('pending_sign_up', {
  maxAge: PENDING_SIGN_UP_MINUTES * MINUTE,
  sameSite: 'strict',
})

/** Binds an authorization request to the browser that started it; one cookie for each tab, distinguished by `tag`. */
export function authorizationCookie(tag: string): Cookie {
  return cookie(`authorization_${tag}`, { maxAge: AUTHORIZATION_MINUTES * MINUTE, sameSite: 'lax' })
}

/** Binds a wallet's message to the browser that asked for it; one cookie for each message, distinguished by `tag`. */
export function walletCookie(tag: string): Cookie {
  return cookie(`wallet_${tag}`, { maxAge: AUTHORIZATION_MINUTES * MINUTE, sameSite: 'strict' })
}

export type Cookie = {
  name(publicUrl: string): string
  /** Null where the request has no such cookie. */
  read(request: FastifyRequest, publicUrl: string): string | null
  set(reply: FastifyReply, publicUrl: string, value: string): void
  clear(reply: FastifyReply, publicUrl: string): void
}

/**
 * Over https the `__Host-` prefix makes browsers require Secure, this host only, and the path `/`. `strict` is for
 * cookies that only requests from the product's own pages need; `lax` cookies are also sent when a link of another site
 * leads here.
 */
function cookie(plainName: string, { maxAge, sameSite }: { maxAge: number; sameSite: 'strict' | 'lax' }): Cookie {
  const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')
  const name = (publicUrl: string) => (isSecure(publicUrl) ? `__Host-${plainName}` : plainName)
  const attributes = (publicUrl: string) =>
    ({ httpOnly: true, sameSite, path: '/', secure: isSecure(publicUrl) }) as const
  return {
    name,
    read: ({ cookies }, publicUrl) => cookies[name(publicUrl)] || null,
    set: (reply, publicUrl, value) =>
      void reply.setCookie(name(publicUrl), value, { ...attributes(publicUrl), maxAge }),
    clear: (reply, publicUrl) => void reply.setCookie(name(publicUrl), '', { ...attributes(publicUrl), maxAge: 0 }),
  }
}
