/** The session token: signed in the browser's cookie, hashed in the database. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../config.ts'

/** What the database keeps: the token has over 180 random bits, so one SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** The cookie's value: `token.signature`. Changing this form would sign every user out. */
export function signToken(token: string, { current }: Secrets): string {
  return `${token}.${signatureOf(token, current)}`
}

/** The token in a cookie's value, or null where the signature is not ours. */
export function readSignedToken(value: string, { current, previous }: Secrets): string | null {
  return readToken(value, current) ?? (previous === null ? null : readToken(value, previous))
}

/** The value under the current secret, where the previous one signed it; null where it needs no change. */
export function resign(value: string, secrets: Secrets): string | null {
  const token = secrets.previous === null ? null : readToken(value, secrets.previous)
  return token === null ? null : signToken(token, secrets)
}

function readToken(value: string, secret: string): string | null {
  const dot = value.indexOf('.')
  const token = value.slice(0, Math.max(dot, 0))
  const given = Buffer.from(value.slice(dot + 1))
  const ours = Buffer.from(signatureOf(token, secret))
  return dot > 0 && given.length === ours.length && timingSafeEqual(given, ours) ? token : null
}

function signatureOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64')
}
