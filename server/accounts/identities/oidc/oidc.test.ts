import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { decodeJwt } from 'jose'
import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startOidcServer } from '../../../testing/servers/oidc-server.ts'
import type { OidcClient, OidcLies, OidcPerson, OidcServer } from '../../../testing/servers/oidc-server.ts'
import { makeKey } from './client-keys.ts'
import { createOidcProvider } from './oidc.ts'
import type { AuthorizationParameters, RedirectProvider } from '../provider.ts'

const CALLBACK = 'http://localhost:3000/api/auth/oidc/callback'
const OTHER_CALLBACK = 'http://localhost:3000/api/auth/google/callback'
const AMINA: OidcPerson = { sub: 'amina-1', email: 'Amina@Example.org', emailVerified: true }

const clients: OidcClient[] = [
  { clientId: 'sarraf', redirectUris: [CALLBACK] },
  { clientId: 'by-post', redirectUris: [CALLBACK], auth: 'client_secret_post' },
  { clientId: 'another product', redirectUris: [CALLBACK] },
]
let server: OidcServer
let other: OidcServer
let provider: RedirectProvider

beforeAll(async () => {
  server = await startOidcServer({ clients })
  other = await startOidcServer({ clients: [{ clientId: 'sarraf', redirectUris: [CALLBACK, OTHER_CALLBACK] }] })
})
afterAll(async () => {
  await server.close()
  await other.close()
})
beforeEach(() => {
  server.user = { ...AMINA }
  server.lies = {}
  provider = oidc({})
})
afterEach(() => void vi.useRealTimers())

describe('a callback', () => {
  test('identifies the user by the provider’s subject, with the email in lower case', async () => {
    expect(await signIn(provider)).toEqual({
      accountId: 'amina-1',
      email: 'amina@example.org',
      isEmailVerified: true,
    })
  })

  test('follows a request with PKCE, a state and a nonce, all new in each request', async () => {
    const one = await provider.authorize(parametersWith())
    const two = await provider.authorize(parametersWith())
    const asked = Object.fromEntries(new URL(one.url).searchParams)
    expect(asked).toEqual({
      client_id: 'sarraf',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.any(String),
      nonce: one.providerState.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(one.url).not.toContain(one.providerState.verifier)
    expect(two.providerState.nonce).not.toBe(one.providerState.nonce)
    expect(two.providerState.verifier).not.toBe(one.providerState.verifier)
  })

  test.each([
    [false, false],
    ['true', false],
    [1, false],
    [undefined, false],
    [true, true],
  ])('with email_verified = %o gives isEmailVerified = %o', async (emailVerified, isEmailVerified) => {
    server.user = { ...AMINA, emailVerified }
    expect(await signIn(provider)).toEqual({ accountId: 'amina-1', email: 'amina@example.org', isEmailVerified })
  })

  test.each([undefined, 'not an address', `${'a'.repeat(250)}@example.org`, 'a@b.org\nbcc: c@d.org'])(
    'has no email where the provider gives %o, even as verified',
    async (email) => {
      server.user = { ...AMINA, email }
      expect(await signIn(provider)).toEqual({ accountId: 'amina-1', email: null, isEmailVerified: false })
    },
  )

  test('reads the email from the ID token where it is there, without a UserInfo request', async () => {
    server.lies.claims = (claims) => ({ ...claims, email: 'own@example.org', email_verified: false })
    server.requests.length = 0
    expect(await signIn(provider)).toEqual({ accountId: 'amina-1', email: 'own@example.org', isEmailVerified: false })
    expect(server.requests).not.toContain('GET /me')
  })

  test.each(['', 'x'.repeat(256), 'a\u0000b', 'Ämina', 7])('is refused with the subject %o', async (sub) => {
    server.lies.claims = (claims) => ({ ...claims, email: 'a@example.org', sub: sub as string })
    expect(await refusalOf(signIn(provider))).toMatch(/^provider_refused/)
  })

  test('is refused where the ID token was issued in the future, but for half a minute of clock difference', async () => {
    const issuedIn = (seconds: number) => (claims: JWTPayload) => ({
      ...claims,
      iat: Math.floor(Date.now() / 1000) + seconds,
    })
    server.lies.claims = issuedIn(90)
    expect(await refusalOf(signIn(provider))).toMatch(/^provider_refused.*in the future/)
    server.lies.claims = issuedIn(20)
    expect(await signIn(provider)).toMatchObject({ accountId: 'amina-1' })
  })

  test('sends the client secret in the body where the provider accepts it only there', async () => {
    server.lies.metadata = (document) => ({
      ...document,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    })
    const byPost = oidc({ clientId: 'by-post', clientSecret: 'secret-of-by-post' })
    expect(await signIn(byPost)).toMatchObject({ accountId: 'amina-1' })
  })

  test('is refused where the client secret is wrong, and the refusal does not contain the secret', async () => {
    const wrong = oidc({ clientSecret: 'a-secret-of-another-service' })
    const error = await signIn(wrong).catch((error: unknown) => error)
    expect(await refusalOf(Promise.reject(error))).toMatch(/^provider_refused.*WWW-Authenticate/)
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('a-secret-of-another-service')
  })
})

describe('a client without a secret', () => {
  test('signs with its key, which the provider fetches from the key set, also after a rotation', async () => {
    const made = [await makeKey(), await makeKey()]
    let current = made[0]!
    const published = createServer((_request, response) => {
      response.setHeader('content-type', 'application/jwk-set+json')
      response.end(JSON.stringify({ keys: made.map(({ publicJwk }) => publicJwk) }))
    })
    await new Promise<void>((ready) => published.listen(0, '127.0.0.1', ready))
    const { port } = published.address() as { port: number }
    const client = { clientId: 'keyed', redirectUris: [CALLBACK], auth: 'private_key_jwt' as const }
    const keyed = await startOidcServer({
      clients: [{ ...client, jwksUri: `http://127.0.0.1:${port}/` }],
      user: AMINA,
    })
    try {
      const ours = createOidcProvider(settingsFor(keyed, { clientSecret: null }), { current: async () => current })
      const sent = vi.spyOn(globalThis, 'fetch')
      expect(await signIn(ours, keyed)).toMatchObject({ accountId: 'amina-1' })
      const bodies = sent.mock.calls.map(([, options]) => options?.body)
      sent.mockRestore()
      const signed = bodies.flatMap((body) => (body instanceof URLSearchParams ? body.getAll('client_assertion') : []))
      expect(signed.map((token) => [decodeJwt(token).aud].flat())).toEqual([[keyed.issuer]])
      current = made[1]!
      expect(await signIn(ours, keyed)).toMatchObject({ accountId: 'amina-1' })
      current = await makeKey()
      expect(await refusalOf(signIn(ours, keyed))).toMatch(/^provider_refused/)
    } finally {
      published.close()
      await keyed.close()
    }
  })

  test('needs a key', () => {
    expect(() => oidc({ clientSecret: null })).toThrow('needs a client secret or a signing key')
  })
})

describe('an issuer', () => {
  test.each(['http://accounts.example.org', 'ftp://127.0.0.1', 'http://127.0.0.1.example.org', 'no address', ''])(
    'is refused at startup: %s',
    (issuer) => {
      expect(() => oidc({ issuer })).toThrow('must be an https address')
    },
  )

  test('must not be the address of its discovery document', () => {
    const issuer = 'https://a.example.org/.well-known/openid-configuration'
    expect(() => oidc({ issuer })).toThrow('before "/.well-known/"')
  })

  test.each(['https://accounts.example.org', 'http://localhost:9', 'http://127.0.0.1:9/a', 'http://[::1]:9'])(
    'is accepted without a request to it: %s',
    (issuer) => {
      expect(oidc({ issuer }).id).toBe('oidc')
    },
  )

  test.each<[string, (document: Record<string, unknown>) => Record<string, unknown>]>([
    ['names another issuer', (document) => ({ ...document, issuer: other.issuer })],
    ['names the issuer with a longer path', (document) => ({ ...document, issuer: `${String(document.issuer)}/x` })],
    ['names a key set without https', (document) => ({ ...document, jwks_uri: 'http://keys.example.org/' })],
    [
      'names an authorization endpoint that is no web address',
      (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' }),
    ],
    [
      'names an authorization endpoint without https',
      (document) => ({ ...document, authorization_endpoint: 'http://evil.example' }),
    ],
    ['lacks a key set', (document) => ({ ...document, jwks_uri: undefined })],
    ['is empty', () => ({})],
  ])('is refused when its discovery document %s', async (_what, metadata) => {
    server.lies.metadata = metadata
    expect(await refusalOf(provider.authorize(parametersWith()))).toMatch(/^provider_unavailable/)
    server.lies.metadata = undefined
    expect(await signIn(provider)).toMatchObject({ accountId: 'amina-1' })
  })

  test.each([503, 'hang_up', 'redirect'] as const)('that fails (%s) is asked again at the next use', async (how) => {
    server.lies.unwell = { path: /openid-configuration/, how }
    expect(await refusalOf(provider.authorize(parametersWith()))).toMatch(/^provider_unavailable/)
    server.lies = {}
    expect(await signIn(provider)).toMatchObject({ accountId: 'amina-1' })
  })

  test('that is down is unavailable until it is up again', async () => {
    const mortal = await startOidcServer({ clients, user: AMINA })
    const ours = createOidcProvider(settingsFor(mortal), null)
    await mortal.close()
    expect(await refusalOf(ours.authorize(parametersWith()))).toMatch(/^provider_unavailable.*ECONNREFUSED/)
    const back = await startOidcServer({ clients, user: AMINA, port: Number(new URL(mortal.issuer).port) })
    expect(await signIn(ours, back)).toMatchObject({ accountId: 'amina-1' })
    await back.close()
  })

  test('that does not answer is unavailable after five seconds', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    const { port } = silent.address() as { port: number }
    const since = Date.now()
    expect(await refusalOf(oidc({ issuer: `http://127.0.0.1:${port}` }).authorize(parametersWith()))).toMatch(
      /^provider_unavailable/,
    )
    expect(Date.now() - since).toBeLessThan(7000)
    silent.closeAllConnections()
    silent.close()
  })

  test('is asked once for concurrent requests, and again after an hour; if that fails, the former document stays in use', async () => {
    const asked = () => server.requests.filter((one) => one.includes('openid-configuration')).length
    server.requests.length = 0
    await Promise.all([1, 2, 3].map(() => provider.authorize(parametersWith())))
    await provider.authorize(parametersWith())
    expect(asked()).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
    server.lies.unwell = { path: /openid-configuration/, how: 503 }
    await provider.authorize(parametersWith())
    await provider.authorize(parametersWith())
    expect(asked()).toBe(2)
    server.lies = {}
    vi.setSystemTime(Date.now() + 61_000)
    await provider.authorize(parametersWith())
    expect(asked()).toBe(3)
  })
})

describe('a failure of the provider during a callback', () => {
  test('is unavailable, not a refusal', async () => {
    for (const how of [503, 'hang_up'] as const) {
      for (const path of [/^\/token$/, /^\/jwks$/, /^\/me$/]) {
        server.lies.unwell = { path, how }
        expect(await refusalOf(signIn(oidc({})))).toMatch(/^provider_unavailable/)
      }
    }
    server.lies.unwell = { path: /^\/token$/, how: 'redirect' }
    expect(await refusalOf(signIn(provider))).toMatch(/^provider_refused/)
  })
})

describe('an authorization response', () => {
  test('works once', async () => {
    const { url, providerState, parameters } = await authorize(provider)
    const back = new URL(await server.travel(url))
    await provider.verifyCallback(back, parameters, providerState)
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*invalid_grant/,
    )
  })

  test('to one request is not accepted for another', async () => {
    const mine = await authorize(provider)
    const theirs = await authorize(provider)
    const back = new URL(await server.travel(theirs.url))
    expect(await refusalOf(provider.verifyCallback(back, mine.parameters, mine.providerState))).toMatch(
      /^provider_refused.*"state"/,
    )
    // Refused with the right state too: the code belongs to the other request's PKCE challenge.
    back.searchParams.set('state', mine.parameters.state)
    expect(await refusalOf(provider.verifyCallback(back, mine.parameters, mine.providerState))).toMatch(
      /^provider_refused.*invalid_grant/,
    )
    const again = new URL(await server.travel((await authorize(provider, theirs.parameters)).url))
    expect(await refusalOf(provider.verifyCallback(again, mine.parameters, { ...mine.providerState }))).toMatch(
      /^provider_refused/,
    )
  })

  test('with another request’s nonce is refused, though the code is valid', async () => {
    const mine = await authorize(provider)
    const theirs = await authorize(provider)
    const back = new URL(await server.travel(mine.url))
    const providerState = { ...mine.providerState, nonce: theirs.providerState.nonce! }
    expect(await refusalOf(provider.verifyCallback(back, mine.parameters, providerState))).toMatch(
      /^provider_refused.*"nonce"/,
    )
  })

  test.each(['verifier', 'nonce', 'startedAt'])('is refused where the %s was not stored', async (name) => {
    const { url, providerState, parameters } = await authorize(provider)
    const back = new URL(await server.travel(url))
    const { [name]: _, ...rest } = providerState
    expect(await refusalOf(provider.verifyCallback(back, parameters, rest))).toMatch(
      /^provider_refused.*no stored state/,
    )
  })

  test('of another issuer is refused before its code is sent to a provider (mix-up)', async () => {
    const { url, providerState, parameters } = await authorize(provider)
    const stolen = url.replace(server.issuer, other.issuer)
    const back = new URL(await other.travel(stolen))
    expect(back.searchParams.get('iss')).toBe(other.issuer)
    server.requests.length = 0
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*"iss"/,
    )
    back.searchParams.delete('iss')
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*"iss".*missing/,
    )
    expect(server.requests).toEqual([])
  })

  test('at another provider’s redirect URI is refused', async () => {
    const { url, providerState, parameters } = await authorize(provider)
    const back = await server.travel(url)
    for (const elsewhere of [
      back.replace('/oidc/callback?', '/google/callback?'),
      back.replace('localhost', 'evil.example'),
    ]) {
      expect(await refusalOf(provider.verifyCallback(new URL(elsewhere), parameters, providerState))).toMatch(
        /^provider_refused.*another address/,
      )
    }
    expect(await provider.verifyCallback(new URL(back), parameters, providerState)).toMatchObject({
      accountId: 'amina-1',
    })
  })

  test('with a second code, state or issuer is refused', async () => {
    for (const name of ['code', 'state', 'iss']) {
      const { url, providerState, parameters } = await authorize(provider)
      const back = new URL(await server.travel(url))
      back.searchParams.append(name, 'another')
      expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(/^provider_refused/)
    }
  })

  test('with an error is a refusal that logs the error, and only for a request of this server', async () => {
    const { providerState, parameters } = await authorize(provider)
    const said = { error: 'access_denied', error_description: 'Not today', iss: server.issuer }
    const back = new URL(`${CALLBACK}?${new URLSearchParams({ ...said, state: parameters.state })}`)
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*access_denied: Not today/,
    )
    back.searchParams.set('state', 'another')
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).not.toContain('access_denied')
  })

  test('without a code is refused', async () => {
    const { providerState, parameters } = await authorize(provider)
    const back = new URL(`${CALLBACK}?${new URLSearchParams({ state: parameters.state, iss: server.issuer })}`)
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(/^provider_refused/)
  })

  test('is not sent to a redirect URI with another query or host', async () => {
    const { url } = await authorize(provider)
    for (const elsewhere of [`${CALLBACK}?next=https://evil.example`, `${CALLBACK}/`, 'http://evil.example/']) {
      const asked = new URL(url)
      asked.searchParams.set('redirect_uri', elsewhere)
      await expect(server.travel(asked.href)).rejects.toThrow('redirect_uri')
    }
  })

  test('with another client’s code is refused', async () => {
    const theirs = oidc({ clientId: 'another product', clientSecret: 'secret-of-another product' })
    const { url, providerState, parameters } = await authorize(theirs)
    const back = new URL(await server.travel(url))
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*invalid_grant/,
    )
  })
})

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000)

  test.each<[string, OidcLies, RegExp]>([
    ['signed by a key that is not in the set', { signature: 'foreign' }, /signature/],
    ['that is not signed', { signature: 'none' }, /alg/],
    ['signed with the public key as a secret', { signature: 'public_key_as_secret' }, /alg/],
    ['for another audience', { claims: (claims) => ({ ...claims, aud: 'another product' }) }, /"aud"/],
    ['for several', { claims: (claims) => ({ ...claims, aud: ['sarraf', 'another product'] }) }, /"aud"/],
    ['issued to another client', { claims: (claims) => ({ ...claims, azp: 'another product' }) }, /another client/],
    ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }, /"iss"/],
    ['that has expired', { claims: (claims) => ({ ...claims, exp: now() - 60 }) }, /"exp"/],
    ['without an expiry', { claims: (claims) => ({ ...claims, exp: undefined }) }, /"exp"/],
    ['not valid yet', { claims: (claims) => ({ ...claims, nbf: now() + 600 }) }, /"nbf"/],
    ['with another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }, /"nonce"/],
    ['without a nonce', { claims: (claims) => ({ ...claims, nonce: undefined }) }, /"nonce"/],
    ['without a subject', { claims: (claims) => ({ ...claims, sub: undefined }) }, /"sub"/],
    ['whose key set is empty', { keySet: () => ({ keys: [] }) }, /key/],
    ['whose key set is malformed', { keySet: () => 'keys' }, /./],
  ])('%s is refused', async (_what, lies, cause) => {
    server.lies = lies
    const refusal = await refusalOf(signIn(provider))
    expect(refusal).toMatch(/^provider_refused/)
    expect(refusal).toMatch(cause)
  })

  test.each(['none', 'public_key_as_secret'] as const)(
    'with an insecure signature (%s) is refused, though the discovery document allows it',
    async (signature) => {
      server.lies = {
        signature,
        metadata: (document) => ({ ...document, id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] }),
      }
      expect(await refusalOf(signIn(provider))).toMatch(/^provider_refused.*unsupported/)
    },
  )

  test('is required: an access token alone does not identify the user', async () => {
    const bare = await startOidcServer({ clients, user: AMINA })
    const ours = createOidcProvider(settingsFor(bare), null)
    const { url, providerState, parameters } = await authorize(ours)
    // Without "openid" the provider gives no ID token.
    const asked = new URL(url)
    asked.searchParams.set('scope', 'email')
    const back = await bare.travel(asked.href).catch(() => null)
    if (back !== null) {
      expect(await refusalOf(ours.verifyCallback(new URL(back), parameters, providerState))).toMatch(
        /^provider_refused/,
      )
    }
    await bare.close()
    expect(back).not.toBeNull()
  })

  test('does not appear in the cause of a refusal', async () => {
    const { url, providerState, parameters } = await authorize(provider)
    const back = new URL(await server.travel(url))
    server.lies.claims = (claims) => ({ ...claims, aud: 'another product' })
    const error = await provider.verifyCallback(back, parameters, providerState).catch((error: unknown) => error)
    const shown = inspect(error, { depth: null, showHidden: true })
    expect(shown).not.toContain('eyJ')
    for (const secret of [
      back.searchParams.get('code')!,
      providerState.verifier!,
      providerState.nonce!,
      'secret-of-sarraf',
      'amina-1',
    ]) {
      expect(shown).not.toContain(secret)
    }
  })
})

describe('a forced login', () => {
  test('is requested, and the provider says when it happened', async () => {
    const cookies = new Map<string, string>()
    await server.travel((await authorize(provider)).url, cookies)
    const { url, providerState, parameters } = await authorize(provider, parametersWith({ forceLogin: true }))
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    server.requests.length = 0
    const back = new URL(await server.travel(url, cookies))
    expect(server.requests.some((one) => one.startsWith('GET /interaction/'))).toBe(true)
    expect(await provider.verifyCallback(back, parameters, providerState)).toMatchObject({ accountId: 'amina-1' })
  })

  test('may take some minutes', async () => {
    const { url, providerState, parameters } = await authorize(provider, parametersWith({ forceLogin: true }))
    const back = new URL(await server.travel(url))
    expect(
      await provider.verifyCallback(back, parameters, { ...providerState, startedAt: String(Date.now() - 9 * 60_000) }),
    ).toBeTruthy()
  })

  test('is refused where the provider reports an earlier login', async () => {
    server.lies.claims = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 60 })
    expect(await refusalOf(signIn(provider, server, parametersWith({ forceLogin: true })))).toMatch(
      /^provider_refused.*authentication/,
    )
  })

  test('is refused where the provider reports no time, since the user has removed the request for a login', async () => {
    const cookies = new Map<string, string>()
    await server.travel((await authorize(provider)).url, cookies)
    const { url, providerState, parameters } = await authorize(provider, parametersWith({ forceLogin: true }))
    const asked = new URL(url)
    asked.searchParams.delete('prompt')
    asked.searchParams.delete('max_age')
    const back = new URL(await server.travel(asked.href, cookies))
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*"auth_time"/,
    )
  })

  test('makes Google ask for the account, since Google supports no forced login', async () => {
    const google = createOidcProvider({ ...settingsFor(server), id: 'google' }, null)
    const { url, providerState, parameters } = await authorize(google, parametersWith({ forceLogin: true }))
    expect(new URL(url).searchParams.get('prompt')).toBe('select_account')
    expect(new URL(url).searchParams.has('max_age')).toBe(false)
    expect(await google.verifyCallback(new URL(await server.travel(url)), parameters, providerState)).toMatchObject({
      accountId: 'amina-1',
    })
  })
})

test('the test provider shows browsers a page with buttons, and declining there is a refusal', async () => {
  const withPage = await startOidcServer({ clients, user: AMINA, hasPage: true })
  const ours = createOidcProvider(settingsFor(withPage), null)
  expect(await signIn(ours, withPage)).toMatchObject({ accountId: 'amina-1' })
  expect(withPage.requests.some((one) => one.startsWith('POST /interaction/'))).toBe(true)
  await withPage.close()
})

function oidc(changes: Partial<ReturnType<typeof settingsFor>>): RedirectProvider {
  return createOidcProvider(settingsFor(server, changes), null)
}

function settingsFor(
  { issuer, clientId, clientSecret }: OidcServer,
  changes: { clientId?: string; clientSecret?: string | null; issuer?: string } = {},
) {
  return { id: 'oidc' as const, name: 'Example', issuer, clientId, clientSecret, ...changes }
}

function parametersWith(changes: Partial<AuthorizationParameters> = {}): AuthorizationParameters {
  return { redirectUri: CALLBACK, state: crypto.randomUUID(), forceLogin: false, ...changes }
}

async function authorize(from: RedirectProvider, parameters = parametersWith()) {
  return { ...(await from.authorize(parameters)), parameters }
}

async function signIn(from: RedirectProvider, at = server, parameters = parametersWith()) {
  const { url, providerState } = await from.authorize(parameters)
  return from.verifyCallback(new URL(await at.travel(url)), parameters, providerState)
}

/** The error code and its cause. */
async function refusalOf(step: Promise<unknown>): Promise<string> {
  const error = await step.then(
    () => new Error('was not refused'),
    (error: Error & { code?: string }) => error,
  )
  return `${'code' in error ? String(error.code) : String(error)} ${error.cause instanceof Error ? error.cause.message : ''}`
}
