/** The cookie of a sign-in that waits for its second step: proof of the first, and nothing else. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from './session.ts'

/** As long as the token in it lives. */
export const PENDING_MINUTES = 10

/** The token of the sign-in that waits in this browser; null where none does. */
export function pendingTokenOf(request: FastifyRequest, publicUrl: string): string | null {
  return request.cookies[nameOf(publicUrl)] || null
}

export function setPendingCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.setCookie(nameOf(publicUrl), token, { ...flags(publicUrl), maxAge: PENDING_MINUTES * 60 })
}

export function clearPendingCookie(reply: FastifyReply, publicUrl: string): void {
  reply.setCookie(nameOf(publicUrl), '', { ...flags(publicUrl), maxAge: 0 })
}

function nameOf(publicUrl: string): string {
  return sessionCookie(publicUrl).secure ? '__Host-pending' : 'pending'
}

function flags(publicUrl: string) {
  return { httpOnly: true, sameSite: 'strict' as const, path: '/', secure: sessionCookie(publicUrl).secure }
}
