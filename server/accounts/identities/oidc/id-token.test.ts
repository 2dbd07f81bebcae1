import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOidcServer } from '../../../testing/servers/oidc-server.ts'
import type { OidcLies, OidcServer } from '../../../testing/servers/oidc-server.ts'
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
  server.user = { sub: 'amina-1', email: 'Amina@Example.org', emailVerified: true }
})

describe('an ID token', () => {
  test('of the provider identifies the user', async () => {
    const token = await server.idToken('nonce-1')
    expect(await verifyIdToken(settings, token, 'nonce-1')).toEqual({
      accountId: 'amina-1',
      email: 'amina@example.org',
      isEmailVerified: true,
    })
  })

  test.each([false, 'true', undefined])('with email_verified = %o does not verify the email', async (emailVerified) => {
    server.user.emailVerified = emailVerified
    const claim = await verifyIdToken(settings, await server.idToken('nonce-1'), 'nonce-1')
    expect(claim).toEqual({ accountId: 'amina-1', email: 'amina@example.org', isEmailVerified: false })
  })

  test('for another client of the same provider is refused', async () => {
    expect(await reasonOf(await server.idToken('nonce-1', 'another'))).toBe('audience')
  })

  test('with another or an empty nonce is refused', async () => {
    expect(await reasonOf(await server.idToken('nonce-2'))).toBe('nonce')
    expect(await reasonOf(await server.sign({ ...validClaims(), nonce: '' }), '')).toBe('nonce')
    expect(await reasonOf(await server.sign({ ...validClaims(), nonce: undefined }))).toBe('nonce')
  })

  test.each<[string, () => Record<string, unknown>, string]>([
    ['for several', () => ({ aud: ['sarraf', 'another'] }), 'audience'],
    ['with an empty audience', () => ({ aud: [] }), 'audience'],
    ['without an audience', () => ({ aud: undefined }), 'audience'],
    ['issued to another client', () => ({ azp: 'another' }), 'audience'],
    ['of another issuer', () => ({ iss: 'https://evil.example' }), 'issuer'],
    ['of the issuer with a slash at the end', () => ({ iss: `${server.issuer}/` }), 'issuer'],
    ['without an issuer', () => ({ iss: undefined }), 'issuer'],
    ['that has expired', () => ({ exp: now() - 31 }), 'expired'],
    ['without an expiry', () => ({ exp: undefined }), 'malformed'],
    ['whose expiry is a text', () => ({ exp: '2099' }), 'malformed'],
    ['older than ten minutes, though not expired', () => ({ iat: now() - 631, exp: now() + 3600 }), 'expired'],
    ['from the future', () => ({ iat: now() + 60 }), 'expired'],
    ['without an issue time', () => ({ iat: undefined }), 'malformed'],
    ['not valid yet', () => ({ nbf: now() + 60 }), 'expired'],
    ['without a subject', () => ({ sub: undefined }), 'malformed'],
    ['with an empty subject', () => ({ sub: '' }), 'malformed'],
    ['with a subject that is too long', () => ({ sub: 'x'.repeat(256) }), 'malformed'],
    ['with a number as subject', () => ({ sub: 7 }), 'malformed'],
  ])('%s is refused', async (_what, changes, reason) => {
    expect(await reasonOf(await server.sign({ ...validClaims(), ...changes() }))).toBe(reason)
  })

  test('may differ from the clock by half a minute, and may have its one audience in a list', async () => {
    const token = await server.sign({
      ...validClaims(),
      aud: ['sarraf'],
      azp: 'sarraf',
      iat: now() + 20,
      nbf: now() + 20,
    })
    expect(await verifyIdToken(settings, token, 'nonce-1')).toMatchObject({ accountId: 'amina-1' })
  })

  test.each<[string, OidcLies['signature']]>([
    ['signed by another key with the same id', 'foreign'],
    ['that is not signed', 'none'],
    ['signed with the public key as a secret', 'public_key_as_secret'],
  ])('%s is refused', async (_what, signature) => {
    server.lies = { signature }
    expect(await reasonOf(await server.sign(validClaims()))).toMatch(/^(signature|malformed)$/)
    expect(await reasonOf(await server.idToken('nonce-1'))).toMatch(/^(signature|malformed)$/)
  })

  test.each(['RS384', 'RS512', 'PS384', 'PS512'])(
    'whose algorithm is %s, which is not listed, is refused',
    async (alg) => {
      // The key set does not say which algorithm its key is for.
      const lax = await startOidcServer({ clients })
      lax.lies.keySet = ({ keys }) => ({ keys: keys.map((key) => ({ ...key, alg: undefined })) })
      const claims = { ...validClaims(), iss: lax.issuer }
      expect(await reasonOf(await lax.sign(claims, { alg }), 'nonce-1', settingsFor(lax))).toBe('signature')
      const listed = await lax.sign(claims, { alg: 'PS256' })
      expect(await verifyIdToken(settingsFor(lax), listed, 'nonce-1')).toMatchObject({ accountId: 'amina-1' })
      await lax.close()
    },
  )

  test('signed by a key outside the key set, or by a key in its own header, is refused', async () => {
    expect(await reasonOf(await server.sign(validClaims(), { kid: 'unknown' }))).toBe('signature')
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await crypto.subtle.exportKey('jwk', publicKey)
    const own = new SignJWT(validClaims()).setProtectedHeader({ alg: 'RS256', kid: 'own', jwk: jwk as never })
    expect(await reasonOf(await own.sign(privateKey))).toBe('signature')
  })

  test('that was altered after it was signed is refused', async () => {
    const [header, body, signature] = (await server.sign(validClaims())).split('.')
    const changed = { ...JSON.parse(atob(body!)), sub: 'karim-1' }
    const payload = Buffer.from(JSON.stringify(changed)).toString('base64url')
    expect(await reasonOf(`${header}.${payload}.${signature}`)).toBe('signature')
    expect(await reasonOf(`${header}.${body}.`)).toBe('signature')
  })

  test.each(['', 'x', 'a.b.c', '..', '{}', 'eyJhbGciOiJSUzI1NiJ9.e30', 'a.b.c.d.e', '\u0000'])(
    'is malformed: %o',
    async (token) => {
      expect(await reasonOf(token)).toBe('malformed')
    },
  )

  test('with a critical header is refused', async () => {
    const token = await server.sign(validClaims())
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
  ])('being %s, the token is refused', async (_what, set) => {
    const empty = await startOidcServer({ clients })
    empty.lies = { keySet: () => set }
    const token = await empty.sign({ ...validClaims(), iss: empty.issuer })
    expect(await reasonOf(token, 'nonce-1', settingsFor(empty))).toBe('no_keys')
    await empty.close()
  })

  test('are fetched once, and not for tokens of another issuer or client', async () => {
    const fresh = await startOidcServer({ clients })
    const at = settingsFor(fresh)
    expect(await reasonOf('a.b.c', 'nonce-1', at)).toBe('malformed')
    fresh.lies.signature = 'none'
    expect(await reasonOf(await fresh.sign({ ...validClaims(), iss: fresh.issuer }), 'nonce-1', at)).toMatch(
      /signature|malformed/,
    )
    expect(fresh.requests).toEqual(['GET /.well-known/openid-configuration'])
    fresh.lies = {}
    for (let n = 0; n < 3; n++) {
      await verifyIdToken(at, await fresh.sign({ ...validClaims(), iss: fresh.issuer }), 'nonce-1')
      expect(await reasonOf(await fresh.sign(validClaims(), { kid: 'unknown' }), 'nonce-1', at)).toBe('signature')
    }
    expect(fresh.requests).toEqual(['GET /.well-known/openid-configuration', 'GET /jwks'])
    await fresh.close()
  })

  test.each([/openid-configuration/, /jwks/])(
    'out of reach (%s) are unavailable, and are fetched again for the next token',
    async (path) => {
      const failing = await startOidcServer({ clients })
      const at = settingsFor(failing)
      for (const how of [503, 'hang_up', 'redirect'] as const) {
        failing.lies.unwell = { path, how }
        const token = await failing.sign({ ...validClaims(), iss: failing.issuer })
        await expect(verifyIdToken(at, token, 'nonce-1')).rejects.toMatchObject({ code: 'provider_unavailable' })
      }
      failing.lies = {}
      const token = await failing.sign({ ...validClaims(), iss: failing.issuer })
      expect(await verifyIdToken(at, token, 'nonce-1')).toMatchObject({ accountId: 'amina-1' })
      await failing.close()
    },
  )
})

function now(): number {
  return Math.floor(Date.now() / 1000)
}

function validClaims() {
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
