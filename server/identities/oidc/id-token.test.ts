import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOidcServer } from '../../testing/oidc-server.ts'
import type { OidcLies, OidcServer } from '../../testing/oidc-server.ts'
import { verifyIdToken } from './id-token.ts'
import type { OidcSettings } from '../settings.ts'

const CALLBACK = 'http://127.0.0.1:1/callback'
const clients = [
  { clientId: 'sarraf', redirectUris: [CALLBACK] },
  { clientId: 'another', redirectUris: [CALLBACK] },
]
let server: OidcServer
let settings: OidcSettings

beforeAll(async () => {
  server = await startOidcServer({ clients, emailIn: 'id_token' })
  settings = settingsFor(server)
})
afterAll(() => server.close())
beforeEach(() => {
  server.lies = {}
  server.person = { sub: 'amina-1', email: 'Amina@Example.org', emailVerified: true }
})

describe('an ID token', () => {
  test('of the provider says who it is about', async () => {
    const token = await server.idToken('nonce-1')
    expect(await verifyIdToken(settings, token, 'nonce-1')).toEqual({
      accountId: 'amina-1',
      email: 'amina@example.org',
      isEmailVerified: true,
    })
  })

  test.each([false, 'true', undefined])('that says of the mailbox %o does not verify it', async (emailVerified) => {
    server.person.emailVerified = emailVerified
    const claim = await verifyIdToken(settings, await server.idToken('nonce-1'), 'nonce-1')
    expect(claim).toEqual({ accountId: 'amina-1', email: 'amina@example.org', isEmailVerified: false })
  })

  test('for another client of the same provider is refused', async () => {
    expect(await reasonOf(await server.idToken('nonce-1', 'another'))).toBe('audience')
  })

  test('with another nonce is refused, and an empty nonce is none', async () => {
    expect(await reasonOf(await server.idToken('nonce-2'))).toBe('nonce')
    expect(await reasonOf(await server.sign({ ...good(), nonce: '' }), '')).toBe('nonce')
    expect(await reasonOf(await server.sign({ ...good(), nonce: undefined }))).toBe('nonce')
  })

  test.each<[string, () => Record<string, unknown>, string]>([
    ['for several', () => ({ aud: ['sarraf', 'another'] }), 'audience'],
    ['for nobody', () => ({ aud: [] }), 'audience'],
    ['without an audience', () => ({ aud: undefined }), 'audience'],
    ['that somebody else asked for', () => ({ azp: 'another' }), 'audience'],
    ['of another issuer', () => ({ iss: 'https://evil.example' }), 'issuer'],
    ['of the issuer but for a stroke', () => ({ iss: `${server.issuer}/` }), 'issuer'],
    ['without an issuer', () => ({ iss: undefined }), 'issuer'],
    ['that has run out', () => ({ exp: now() - 31 }), 'expired'],
    ['that never runs out', () => ({ exp: undefined }), 'malformed'],
    ['whose end is a text', () => ({ exp: '2099' }), 'malformed'],
    ['older than ten minutes, though it holds', () => ({ iat: now() - 631, exp: now() + 3600 }), 'expired'],
    ['from the future', () => ({ iat: now() + 60 }), 'expired'],
    ['that was made at no time', () => ({ iat: undefined }), 'malformed'],
    ['that holds later', () => ({ nbf: now() + 60 }), 'expired'],
    ['about nobody', () => ({ sub: undefined }), 'malformed'],
    ['about no name', () => ({ sub: '' }), 'malformed'],
    ['about a name that is too long', () => ({ sub: 'x'.repeat(256) }), 'malformed'],
    ['about a number', () => ({ sub: 7 }), 'malformed'],
  ])('%s is refused', async (_what, changes, reason) => {
    expect(await reasonOf(await server.sign({ ...good(), ...changes() }))).toBe(reason)
  })

  test('may be half a minute off, as clocks are, and have one audience in a list', async () => {
    const token = await server.sign({ ...good(), aud: ['sarraf'], azp: 'sarraf', iat: now() + 20, nbf: now() + 20 })
    expect(await verifyIdToken(settings, token, 'nonce-1')).toMatchObject({ accountId: 'amina-1' })
  })

  test.each<[string, OidcLies['signature']]>([
    ['signed by another key under the same name', 'foreign'],
    ['that is not signed', 'none'],
    ['signed with the public key as a secret', 'public_key_as_secret'],
  ])('%s is refused', async (_what, signature) => {
    server.lies = { signature }
    expect(await reasonOf(await server.sign(good()))).toMatch(/^(signature|malformed)$/)
    expect(await reasonOf(await server.idToken('nonce-1'))).toMatch(/^(signature|malformed)$/)
  })

  test('signed by a key that the set does not name, or that it brings along itself, is refused', async () => {
    expect(await reasonOf(await server.sign(good(), { kid: 'unknown' }))).toBe('signature')
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await crypto.subtle.exportKey('jwk', publicKey)
    const own = new SignJWT(good()).setProtectedHeader({ alg: 'RS256', kid: 'own', jwk: jwk as never })
    expect(await reasonOf(await own.sign(privateKey))).toBe('signature')
  })

  test('that was changed after it was signed is refused', async () => {
    const [header, body, signature] = (await server.sign(good())).split('.')
    const changed = { ...JSON.parse(atob(body!)), sub: 'karim-1' }
    const payload = Buffer.from(JSON.stringify(changed)).toString('base64url')
    expect(await reasonOf(`${header}.${payload}.${signature}`)).toBe('signature')
    expect(await reasonOf(`${header}.${body}.`)).toBe('signature')
  })

  test.each(['', 'x', 'a.b.c', '..', '{}', 'eyJhbGciOiJSUzI1NiJ9.e30', 'a.b.c.d.e', '\u0000'])(
    'is more than %o',
    async (token) => {
      expect(await reasonOf(token)).toBe('malformed')
    },
  )

  test('with a wish of its own about how it is read is refused', async () => {
    const token = await server.sign(good())
    const [, body, signature] = token.split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'own', crit: ['x'], x: 1 })).toString('base64url')
    expect(await reasonOf(`${header}.${body}.${signature}`)).toBe('malformed')
  })
})

describe('the provider’s keys', () => {
  test.each<[string, unknown]>([
    ['none', { keys: [] }],
    ['no set', { keys: 'none' }],
    ['nothing', {}],
  ])('being %s, nothing can be checked', async (_what, set) => {
    const empty = await startOidcServer({ clients })
    empty.lies = { keySet: () => set }
    const token = await empty.sign({ ...good(), iss: empty.issuer })
    expect(await reasonOf(token, 'nonce-1', settingsFor(empty))).toBe('no_keys')
    await empty.close()
  })

  test('are fetched once, and not for tokens that cannot be meant', async () => {
    const fresh = await startOidcServer({ clients })
    const at = settingsFor(fresh)
    expect(await reasonOf('a.b.c', 'nonce-1', at)).toBe('malformed')
    fresh.lies.signature = 'none'
    expect(await reasonOf(await fresh.sign({ ...good(), iss: fresh.issuer }), 'nonce-1', at)).toMatch(
      /signature|malformed/,
    )
    expect(fresh.requests).toEqual(['GET /.well-known/openid-configuration'])
    fresh.lies = {}
    for (let n = 0; n < 3; n++) {
      await verifyIdToken(at, await fresh.sign({ ...good(), iss: fresh.issuer }), 'nonce-1')
      expect(await reasonOf(await fresh.sign(good(), { kid: 'unknown' }), 'nonce-1', at)).toBe('signature')
    }
    expect(fresh.requests).toEqual(['GET /.well-known/openid-configuration', 'GET /jwks'])
    await fresh.close()
  })

  test.each([/openid-configuration/, /jwks/])(
    'out of reach (%s) are no reason to refuse the token for good',
    async (path) => {
      const mortal = await startOidcServer({ clients })
      const at = settingsFor(mortal)
      for (const how of [503, 'hang_up', 'redirect'] as const) {
        mortal.lies.unwell = { path, how }
        const token = await mortal.sign({ ...good(), iss: mortal.issuer })
        await expect(verifyIdToken(at, token, 'nonce-1')).rejects.toMatchObject({ code: 'provider_unavailable' })
      }
      mortal.lies = {}
      const token = await mortal.sign({ ...good(), iss: mortal.issuer })
      expect(await verifyIdToken(at, token, 'nonce-1')).toMatchObject({ accountId: 'amina-1' })
      await mortal.close()
    },
  )
})

function now(): number {
  return Math.floor(Date.now() / 1000)
}

function good() {
  return { iss: server.issuer, aud: 'sarraf', sub: 'amina-1', iat: now(), exp: now() + 300, nonce: 'nonce-1' }
}

function settingsFor({ issuer }: OidcServer): OidcSettings {
  return { name: 'Example', issuer, clientId: 'sarraf', clientSecret: null }
}

async function reasonOf(token: string, nonce = 'nonce-1', at = settings): Promise<unknown> {
  const error = await verifyIdToken(at, token, nonce).then(
    () => 'was not refused',
    (error: { code: string; details?: { reason?: string } }) => error,
  )
  if (typeof error === 'string' || error.code !== 'id_token_refused') return error
  return error.details?.reason
}
