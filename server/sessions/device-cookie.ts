/** The cookie a browser is known again by. It opens nothing; it outlives sessions and signing out. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../http/session.ts'
import { DEVICE_DAYS } from './device.ts'

const SECURE = '__Host-device'
const PLAIN = 'device'

/** The name that no other host can set comes first. */
export function deviceCookieOf({ cookies }: FastifyRequest): string | undefined {
  return cookies[SECURE] ?? cookies[PLAIN]
}

export function setDeviceCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  const { secure } = sessionCookie(publicUrl)
  const flags = { httpOnly: true, sameSite: 'lax' as const, path: '/', secure, maxAge: DEVICE_DAYS * 24 * 60 * 60 }
  reply.setCookie(secure ? SECURE : PLAIN, token, flags)
}
