import cookies from '@fastify/cookie'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  authorizationCookie,
  challengeCookie,
  deviceCookie,
  pendingSignUpCookie,
  registrationCookie,
  sessionCookie,
  walletCookie,
} from './cookies.ts'
import type { Cookie } from './cookies.ts'

async function setAt(publicUrl: string, cookie: Cookie): Promise<{ set: string; read: unknown }> {
  const app = Fastify()
  await app.register(cookies)
  app.get('/set', (_, reply) => {
    cookie.set(reply, publicUrl, 'the-token')
    void reply.send()
  })
  app.get('/read', (request, reply) => void reply.send({ token: cookie.read(request, publicUrl) }))
  const set = String((await app.inject('/set')).headers['set-cookie'])
  const name = set.split('=')[0]!.replace('__Host-', '')
  const read = (await app.inject({ url: '/read', headers: { cookie: `${name}=the-token` } })).json().token
  await app.close()
  return { set, read }
}

describe.each([
  ['of a session', sessionCookie, 'sid', 2_592_000, 'Lax'],
  ['of a known device', deviceCookie, 'device', 34_560_000, 'Lax'],
  ['of a second factor challenge', challengeCookie, 'challenge', 600, 'Strict'],
  ['of a registration', registrationCookie, 'registration', 3600, 'Strict'],
  ['of a pending sign-up', pendingSignUpCookie, 'pending_sign_up', 1800, 'Strict'],
  ['of an authorization request', authorizationCookie('abcd1234'), 'authorization_abcd1234', 600, 'Lax'],
  ['of a wallet’s message', walletCookie('abcd1234'), 'wallet_abcd1234', 600, 'Strict'],
] as const)('the cookie %s', (_whose, cookie, name, seconds, sameSite) => {
  test('over http is HttpOnly and expires', async () => {
    const { set, read } = await setAt('http://localhost:3000', cookie)
    expect(set).toBe(`${name}=the-token; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=${sameSite}`)
    expect(read).toBe('the-token')
  })

  test('over https has the __Host- prefix, and a cookie without it is ignored', async () => {
    const { set, read } = await setAt('https://sarraf.example', cookie)
    expect(set).toBe(`__Host-${name}=the-token; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=${sameSite}`)
    expect(read).toBeNull()
  })
})
