/** Cookies that hold one token for some minutes while a sign-in is under way. Scripts cannot read them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from './session.ts'

export type PassingCookie = {
  /** The token in it; null where there is none. */
  tokenOf(request: FastifyRequest, publicUrl: string): string | null
  set(reply: FastifyReply, publicUrl: string, token: string): void
  clear(reply: FastifyReply, publicUrl: string): void
}

/** `strict` is for what only our own pages ask for; `lax` comes along when another site sends the person back here. */
export function passingCookie(name: string, minutes: number, sameSite: 'strict' | 'lax'): PassingCookie {
  const nameAt = (publicUrl: string) => (sessionCookie(publicUrl).secure ? `__Host-${name}` : name)
  const flagsAt = (publicUrl: string) => ({
    httpOnly: true,
    sameSite,
    path: '/',
    secure: sessionCookie(publicUrl).secure,
  })
  return {
    tokenOf: ({ cookies }, publicUrl) => cookies[nameAt(publicUrl)] || null,
    set: (reply, publicUrl, token) =>
      void reply.setCookie(nameAt(publicUrl), token, { ...flagsAt(publicUrl), maxAge: minutes * 60 }),
    clear: (reply, publicUrl) => void reply.setCookie(nameAt(publicUrl), '', { ...flagsAt(publicUrl), maxAge: 0 }),
  }
}
