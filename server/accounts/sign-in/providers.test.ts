/** Signing in, signing up and linking with identity providers, over HTTP, against test providers on local ports. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProviderId } from '../../../domain/accounts/sign-in-methods.ts'
import { SAML_ACS_PATH, SAML_METADATA_PATH } from '../../http/well-known-paths.ts'
import { call } from '../../testing/app.ts'
import type { Reply } from '../../testing/app.ts'
import {
  ageReauthentication,
  cookieIn,
  reauthenticate,
  turnOnTotp,
  withCookie,
} from '../../testing/accounts/factors.ts'
import { startGithubServer } from '../../testing/servers/github-server.ts'
import { freshNames } from '../../testing/accounts/fresh-names.ts'
import { callerOf, chooseName, join } from '../../testing/accounts/identities.ts'
import { lastMail, mailsTo } from '../../testing/accounts/mails.ts'
import { startOidcServer } from '../../testing/servers/oidc-server.ts'
import { enterCode, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { startSamlServer } from '../../testing/servers/saml-server.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { SESSION_IDLE_DAYS } from '../sessions/extend-session.ts'
import { createKeyring } from '../../db/encryption/keyring.ts'
import { callbackPath } from '../identities/start-authorization.ts'
import { signingKeys } from '../identities/oidc/signing-keys.ts'
import { createIdentityProviders } from '../identities/providers.ts'

const PUBLIC_URL = 'http://localhost:3000'
const redirectUris = (id: ProviderId) => [`${PUBLIC_URL}${callbackPath(id)}`]
const google = await startOidcServer({
  clients: [{ clientId: 'google-client', redirectUris: redirectUris('google') }],
  emailIn: 'id_token',
})
const oidc = await startOidcServer({ clients: [{ clientId: 'oidc-client', redirectUris: redirectUris('oidc') }] })
const github = await startGithubServer({ redirectUris: redirectUris('github') })
const saml = await startSamlServer({
  spEntityId: `${PUBLIC_URL}${SAML_METADATA_PATH}`,
  acsUrl: `${PUBLIC_URL}${SAML_ACS_PATH}`,
})
afterAll(() => Promise.all([google.close(), oidc.close(), github.close(), saml.close()]))

const testApp = useTestApp({
  identities: {
    google: { name: 'Google', ...clientOf(google) },
    oidc: { name: 'Company', ...clientOf(oidc) },
    github: { clientId: github.clientId, clientSecret: github.clientSecret, url: github.url },
    saml: {
      name: 'Office',
      entryPoint: saml.entryPoint,
      entityId: saml.entityId,
      certificates: [saml.certificate],
    },
    wallet: false,
  },
})

const IDS = ['google', 'github', 'oidc', 'saml'] as const
let nr = 0
/** Every test has a new user at each provider, unless it sets one. */
beforeEach(() => {
  nr++
  const email = `user.${nr}@example.org`
  google.user = { sub: `g-${nr}`, email, emailVerified: true }
  oidc.user = { sub: `o-${nr}`, email, emailVerified: true }
  github.user = { id: 1000 + nr, login: `octo${nr}`, emails: [{ email, primary: true, verified: true }] }
  saml.user = { nameId: `s-${nr}`, format: 'persistent', email }
})
const emailNow = () => `user.${nr}@example.org`

test('enabled providers are listed, and a disabled one is refused', async () => {
  const { app } = testApp()
  const { body } = await call(app, 'GET', '/api/sign-in-methods')
  expect(body).toEqual({
    providers: [
      { id: 'google', name: 'Google' },
      { id: 'github', name: 'GitHub' },
      { id: 'oidc', name: 'Company' },
      { id: 'saml', name: 'Office' },
    ],
    wallet: false,
  })
  const wallet = { address: '0x52908400098527886E0F7030069857D2E4169EE7', chainId: 137 }
  const off = await call(app, 'POST', '/api/sign-in/wallet/start', { body: wallet })
  expect([off.status, off.body.code]).toEqual([404, 'provider_off'])
})

describe.each(IDS)('with %s', (id) => {
  test('a new user chooses a username, and later signs in to the same account', async () => {
    const { app, owner } = testApp()
    const asked = await signInWith(id)
    expect(asked.headers.location).toBe(`/fr/register?with=${id}&next=%2Foffers%2Fbuy`)
    expect(cookieIn(asked)).toBe('')
    const cookie = cookieIn(asked, 'pending_sign_up')
    // A SAML response does not say whether the email is verified.
    const isEmailVerified = id !== 'saml'
    const waiting = await call(app, 'GET', '/api/register/pending', { cookie })
    expect(waiting.body.pendingSignUp).toEqual({ kind: id, email: emailNow(), isEmailVerified })
    const { username } = freshNames('new')
    const joined = await join(app, asked, { username, email: emailNow() })
    expect(joined.body.user).toMatchObject({ username, isVerified: true })
    const mails = (await mailsTo(owner, emailNow())).map(({ kind }) => kind)
    expect(mails).toEqual(isEmailVerified ? [] : ['registration_code'])

    const again = await signInWith(id)
    expect(again.headers.location).toBe('/fr/offers/buy')
    const session = await call(app, 'GET', '/api/session', { cookie: cookieIn(again) })
    expect(session.body.user.username).toBe(username)
  })

  test('a sign-up with another email than the verified one needs an emailed code', async () => {
    const { app, owner } = testApp()
    const names = freshNames('other')
    const asked = await chooseName(app, await signInWith(id), names)
    expect([asked.status, asked.body]).toEqual([202, { user: null, registration: { email: names.email } }])
    expect(cookieIn(asked)).toBe('')
    expect((await lastMail(owner, names.email, 'registration_code')).kind).toBe('registration_code')
    expect((await enterCode(app, names.email, asked)).body.user).toMatchObject({ ...names, isVerified: true })
  })

  test('an account with the same email is never taken over, whether or not the provider has verified the email', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    for (const emailVerified of [true, false]) {
      setEmail(amina.email, emailVerified)
      const reply = await signInWith(id)
      expect(reply.headers.location).toContain('/register?with=')
      expect(cookieIn(reply)).toBe('')
      const asked = await chooseName(app, reply, { ...freshNames('thief'), email: amina.email })
      // The answer reveals the account only to the email's verified owner; otherwise an email does.
      const isRefused = emailVerified && id !== 'saml'
      expect([asked.status, asked.body.code]).toEqual(isRefused ? [409, 'email_taken'] : [202, undefined])
      if (!isRefused) expect((await lastMail(owner, amina.email, 'account_exists')).values.code).toBeUndefined()
    }
    const { rows } = await owner.query('select provider_id from identities where user_id = $1', [amina.id])
    expect(rows).toEqual([{ provider_id: 'credential' }])
  })

  test('an email that the provider has not verified creates no account before its code is entered', async () => {
    const { app, owner } = testApp()
    setEmail(emailNow(), false)
    const asked = await chooseName(app, await signInWith(id), { ...freshNames('un'), email: emailNow() })
    expect(asked.status).toBe(202)
    expect((await owner.query('select 1 from accounts where email = $1', [emailNow()])).rowCount).toBe(0)
    expect((await enterCode(app, emailNow(), asked)).body.user.isVerified).toBe(true)
  })

  test('a second factor is required afterwards', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    expect((await link(amina, id)).headers.location).toBe(`/fr/settings?tab=security&linked=${id}`)
    const { phone } = await turnOnTotp(app, amina)
    const reply = await signInWith(id)
    expect(reply.headers.location).toBe('/fr/login?step=second&next=%2Foffers%2Fbuy')
    expect(cookieIn(reply)).toBe('')
    const cookie = cookieIn(reply, 'challenge')
    const body = { method: 'totp', code: phone() }
    const done = await call(app, 'POST', '/api/sign-in/second-factor', { cookie, body })
    expect(done.body.user.id).toBe(amina.id)
  })

  test('linking is reported by email, shows the provider’s email, and is refused for an identity of another account', async () => {
    const { app, owner } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    await link(amina, id)
    const { identities } = (await amina.get('/api/identities')).body
    expect(identities).toMatchObject([{ kind: id, label: emailNow() }])
    expect((await lastMail(owner, amina.email, 'sign_in_method_added')).values).toMatchObject({ method: id })
    expect((await link(karim, id)).headers.location).toBe('/fr/settings?tab=security&problem=identity_taken')
    expect((await karim.get('/api/identities')).body.identities).toEqual([])
  })

  test('linking needs recent authentication, at the start and at the callback', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const started = await startLink(amina, id)
    await ageReauthentication(owner, amina)
    expect((await startLink(amina, id)).reply.body.code).toBe('reauthentication_required')
    const back = await handleCallback(id, started, amina.cookie)
    expect(back.headers.location).toBe('/fr/settings?tab=security&problem=reauthentication_required')
    expect((await amina.get('/api/identities')).body.identities).toEqual([])
  })

  test('a linking callback is accepted only in the session that started it', async () => {
    const { app } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const again = await call(app, 'POST', '/api/sign-in', { body: { email: amina.email, password: amina.password } })
    for (const cookie of [karim.cookie, '', cookieIn(again)]) {
      const started = await startLink(amina, id)
      const back = await handleCallback(id, started, cookie)
      expect(back.headers.location).toBe('/fr/settings?tab=security&problem=sign_in_expired')
    }
    for (const user of [amina, karim]) expect((await user.get('/api/identities')).body.identities).toEqual([])
  })

  test('a callback works once, in the browser that started the request, and for ten minutes', async () => {
    const { app, owner } = testApp()
    const started = await startAuthorization(id)
    const answer = await answerOf(id, started)
    // Sent to a browser that started no request (login CSRF), or another one.
    const stranger = await startAuthorization(id)
    for (const cookie of ['', stranger.cookie]) {
      const planted = await call(app, 'GET', answer, { cookie, headers: CROSS_SITE })
      expect(planted.headers.location).toMatch(/^(\/fr)?\/login\?problem=(sign_in_expired|provider_refused)/)
      expect(cookieIn(planted, 'pending_sign_up') + cookieIn(planted)).toBe('')
    }
    // The refused callbacks have not used the request up.
    const first = await call(app, 'GET', answer, { cookie: started.cookie, headers: CROSS_SITE })
    expect(first.headers.location).toContain('/register?with=')
    // Refused before a provider is asked.
    const second = await call(app, 'GET', answer, { cookie: started.cookie, headers: CROSS_SITE })
    expect(second.headers.location).toBe('/login?problem=sign_in_expired')

    const late = await startAuthorization(id)
    await owner.query(
      `update one_time_tokens set created_at = created_at - interval '11 minutes', expires_at = expires_at - interval '11 minutes'
        where purpose = 'authorization_request'`,
    )
    const tooLate = await handleCallback(id, late)
    expect(tooLate.headers.location).toBe('/login?problem=sign_in_expired')
  })

  test('requests of two tabs are independent, and a stranger’s callback ends neither', async () => {
    const { app } = testApp()
    const [one, other] = [await startAuthorization(id), await startAuthorization(id)]
    const cookie = `${one.cookie}; ${other.cookie}`
    const name = one.cookie.slice('authorization_'.length, 'authorization_'.length + 8)
    for (const stray of ['', '?error=access_denied', `?state=${name}&code=x`, `?request=${name}`]) {
      await call(app, 'GET', `${callbackPath(id === 'github' ? 'oidc' : 'github')}${stray}`, { cookie })
    }
    for (const started of [one, other]) {
      const back = await call(app, 'GET', await answerOf(id, started), { cookie, headers: CROSS_SITE })
      expect(back.headers.location).toContain('/register?with=')
    }
  })

  test('does not count as recent authentication, since the provider may not have asked the user to sign in', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    await link(amina, id)
    const user = withCookie(app, amina, cookieIn(await signInWith(id)))
    expect((await user.post('/api/email', { newEmail: 'thief@example.org' })).body.code).toBe(
      'reauthentication_required',
    )
    const proved = await reauthenticate(app, user)
    expect((await proved.post('/api/email', { newEmail: `next.${amina.email}` })).status).toBe(200)
  })

  test('sessions live as long as any other, and unlinking the provider ends those it opened in other browsers', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await link(amina, id)
    const elsewhere = withCookie(app, amina, cookieIn(await signInWith(id)))
    const { rows } = await owner.query(
      `select round(extract(epoch from expires_at - clock_timestamp()) / 86400)::int as days
       from sessions where user_id = $1 order by created_at`,
      [amina.id],
    )
    expect(rows).toEqual([{ days: SESSION_IDLE_DAYS }, { days: SESSION_IDLE_DAYS }])
    expect((await elsewhere.get('/api/notifications')).status).toBe(200)
    const [{ id: identityId }] = (await amina.get('/api/identities')).body.identities
    expect((await amina.delete(`/api/identities/${identityId}`)).body).toEqual({ identities: [] })
    expect((await elsewhere.get('/api/notifications')).status).toBe(401)
    expect((await amina.get('/api/notifications')).status).toBe(200)
  })

  test('of two concurrent callbacks one succeeds', async () => {
    const { app } = testApp()
    const started = await startAuthorization(id)
    const answer = await answerOf(id, started)
    const come = () => call(app, 'GET', answer, { cookie: started.cookie, headers: CROSS_SITE })
    const both = (await Promise.all([come(), come()])).map(({ headers }) => String(headers.location))
    expect(both.filter((place) => place.includes('/register?with='))).toHaveLength(1)
    expect(both.filter((place) => place.includes('problem='))).toHaveLength(1)
  })

  test('a request to one provider is refused at another’s redirect URI', async () => {
    const { app } = testApp()
    const other = id === 'google' ? 'oidc' : 'google'
    const started = await startAuthorization(id)
    const answer = (await answerOf(id, started)).replace(callbackPath(id), callbackPath(other))
    const reply = await call(app, 'GET', answer, { cookie: started.cookie, headers: CROSS_SITE })
    expect(reply.headers.location).toContain('problem=sign_in_expired')
  })

  test('the page after a sign-in must be a path of this site', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const body = { provider: id, next, language: 'en' }
      const reply = await call(testApp().app, 'POST', '/api/auth/start', { body })
      expect([reply.status, reply.body.field]).toEqual([400, 'next'])
    }
  })
})

test('a user who declines at the provider sees that on the sign-in page', async () => {
  const { app } = testApp()
  const started = await startAuthorization('oidc')
  const state = new URL(started.url).searchParams.get('state')
  const place = `${callbackPath('oidc')}?error=access_denied&state=${state}&iss=${encodeURIComponent(oidc.issuer)}`
  const reply = await call(app, 'GET', place, { cookie: started.cookie, headers: CROSS_SITE })
  expect(reply.headers.location).toBe('/fr/login?problem=provider_refused&next=%2Foffers%2Fbuy')
})

test.each([
  ['google', 'select_account'],
  ['github', 'select_account'],
  ['oidc', 'login'],
] as const)('linking at %s asks for a sign-in there, by the prompt %s', async (provider, prompt) => {
  const { url } = await startLink(await signUp(testApp().app, 'amina'), provider)
  expect(new URL(url).searchParams.get('prompt')).toBe(prompt)
})

test('a signed-in user sees a failed linking on the Security tab', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  const reply = await call(app, 'GET', callbackPath('oidc'), { cookie: amina.cookie, headers: CROSS_SITE })
  expect(reply.headers.location).toBe('/settings?tab=security&problem=sign_in_expired')
})

test('the path after a sign-in is percent-encoded in the redirect', async () => {
  const { app } = testApp()
  await join(app, await signInWith('oidc'), { ...freshNames('o'), email: emailNow() })
  const body = { provider: 'oidc', next: '/offers/تهران?a=é#x', language: 'ar' }
  const started = await call(app, 'POST', '/api/auth/start', { body })
  const back = await handleCallback('oidc', {
    url: started.body.url,
    cookie: authorizationCookieIn(started),
    reply: started,
  })
  expect(back.headers.location).toBe('/ar/offers/%D8%AA%D9%87%D8%B1%D8%A7%D9%86?a=%C3%A9#x')
  const broken = await call(app, 'POST', '/api/auth/start', { body: { ...body, next: '/\ud800' } })
  expect([broken.status, broken.body.field]).toEqual([400, 'next'])
})

test.each(['/.//evil.example', '/offers/..//evil.example', '/%2e//evil.example/x', '/.///evil.example'])(
  'the path after a sign-in stays on this site, also for %s, whose dots resolve to another',
  async (next) => {
    const { app } = testApp()
    await join(app, await signInWith('oidc'), { ...freshNames('o'), email: emailNow() })
    const body = { provider: 'oidc', next, language: 'en' }
    const started = await call(app, 'POST', '/api/auth/start', { body })
    const back = await handleCallback('oidc', {
      url: started.body.url,
      cookie: authorizationCookieIn(started),
      reply: started,
    })
    expect(cookieIn(back)).not.toBe('')
    expect(new URL(String(back.headers.location), PUBLIC_URL).origin).toBe(PUBLIC_URL)
  },
)

test('a provider that is down is reported as unavailable', async () => {
  oidc.lies = { unwell: { path: /^\/token/, how: 503 } }
  try {
    const reply = await signInWith('oidc')
    expect(reply.headers.location).toBe('/fr/login?problem=provider_unavailable&next=%2Foffers%2Fbuy')
  } finally {
    oidc.lies = {}
  }
})

test('identities are stored with their issuer: another issuer in the same setting does not sign in users of the former', async () => {
  const { app, owner } = testApp()
  await join(app, await signInWith('oidc'), { ...freshNames('o'), email: emailNow() })
  const { rows } = await owner.query("select account_id from identities where account_id like '% o-' || $1", [nr])
  expect(rows).toEqual([{ account_id: `${oidc.issuer} o-${nr}` }])
  const settings = { ...context().config.identities, oidc: { name: 'Next', ...clientOf(google) } }
  const next = createIdentityProviders(settings, PUBLIC_URL, context().providers.keys)
  google.user = { ...google.user, sub: `o-${nr}` }
  const parameters = { redirectUri: redirectUris('google')[0]!, state: 'state', forceLogin: false }
  const { url, providerState } = await next.forCallback('oidc')!.authorize(parameters)
  const address = new URL(await google.travel(url))
  const identity = await next.forCallback('oidc')!.verifyCallback(address, parameters, providerState)
  expect(identity.accountId).toBe(`${google.issuer} o-${nr}`)
})

test('one subject at two providers is two accounts', async () => {
  const { app } = testApp()
  google.user = { sub: 'same', email: 'g.same@example.org', emailVerified: true }
  oidc.user = { sub: 'same', email: 'o.same@example.org', emailVerified: true }
  await join(app, await signInWith('google'), { ...freshNames('g'), email: 'g.same@example.org' })
  expect((await signInWith('oidc')).headers.location).toContain('/register?with=oidc')
})

describe('SAML', () => {
  test('a response to another browser’s request signs no user in', async () => {
    const { app } = testApp()
    const thief = await startAuthorization('saml')
    const answer = await answerOf('saml', thief)
    const victim = await startAuthorization('saml')
    const planted = await call(app, 'GET', answer, { cookie: victim.cookie, headers: CROSS_SITE })
    expect(planted.headers.location).toBe('/login?problem=sign_in_expired')
    const tag = victim.cookie.slice('authorization_'.length, 'authorization_'.length + 8)
    const forged = answer.replace(/request=[^&]+/, `request=${tag}`)
    const reply = await call(app, 'GET', forged, { cookie: victim.cookie, headers: CROSS_SITE })
    expect(reply.headers.location).toBe('/fr/login?problem=provider_refused&next=%2Foffers%2Fbuy')
  })

  test('a posted response is accepted once, and never without a request', async () => {
    const { url } = await startAuthorization('saml')
    const { SAMLResponse } = await saml.answerTo(url)
    expect((await post(SAMLResponse)).headers.location).toContain('response=')
    const REFUSED = /^\/api\/auth\/saml\/callback\?(request=[\w-]{8}&)?problem=provider_refused$/
    expect((await post(SAMLResponse)).headers.location).toMatch(REFUSED)
    for (const rubbish of ['', 'rubbish', SAMLResponse.slice(0, 500)]) {
      expect((await post(rubbish)).headers.location).toMatch(REFUSED)
    }
    const both = await Promise.all(
      [await saml.answerTo((await startAuthorization('saml')).url)].flatMap((form) => [
        post(form.SAMLResponse),
        post(form.SAMLResponse),
      ]),
    )
    expect(both.filter(({ headers }) => String(headers.location).includes('response='))).toHaveLength(1)
  })

  test('every request to the assertion consumer service leads to a page', async () => {
    const { app } = testApp()
    for (const [method, type, payload] of [
      ['POST', 'application/json', '{"SAMLResponse":"x"}'],
      ['POST', 'application/json', '{'],
      ['POST', 'multipart/form-data; boundary=x', '--x--'],
      ['POST', 'text/plain', 'x'],
      ['POST', 'application/x-www-form-urlencoded', `SAMLResponse=${'x'.repeat(300_000)}`],
      ['GET', 'text/plain', undefined],
    ] as const) {
      const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site' }
      const reply = await app.inject({ method, url: SAML_ACS_PATH, headers, ...(payload ? { payload } : {}) })
      expect([type, reply.statusCode]).toEqual([type, 303])
      expect(reply.headers.location).toMatch(/problem=(provider_refused|sign_in_expired)$/)
    }
    expect((await app.inject({ method: 'HEAD', url: callbackPath('oidc') })).statusCode).toBe(404)
  })

  test('serves metadata for the provider’s administrator', async () => {
    const reply = await testApp().app.inject({ url: SAML_METADATA_PATH })
    expect(reply.headers['content-type']).toContain('application/samlmetadata+xml')
    expect(reply.body).toContain(`entityID="${PUBLIC_URL}${SAML_METADATA_PATH}"`)
    expect(reply.body).toContain(`Location="${PUBLIC_URL}${SAML_ACS_PATH}"`)
  })
})

describe('an ID token', () => {
  test('signs its user in, or starts a sign-up, with a nonce of this server', async () => {
    const { app } = testApp()
    const asked = await show('oidc', await oidc.idToken(await nonce()))
    expect(asked.body).toEqual({ user: null, pendingSignUp: { kind: 'oidc' } })
    const joined = callerOf(app, await join(app, asked, freshNames('tok')))
    const again = await show('oidc', await oidc.idToken(await nonce()))
    expect(again.body.user.id).toBe(joined.id)
    expect((await signInWith('oidc')).headers.location).toBe('/fr/offers/buy')
  })

  test('is accepted once', async () => {
    const token = await oidc.idToken(await nonce())
    const both = await Promise.all([show('oidc', token), show('oidc', token)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const third = await show('oidc', token)
    expect([third.body.code, third.body.details]).toEqual(['id_token_refused', { reason: 'nonce' }])
  })

  test('is refused with an unknown nonce, from another provider, and when malformed', async () => {
    for (const [provider, token, reason] of [
      ['oidc', await oidc.idToken('x'.repeat(43)), 'nonce'],
      ['google', await oidc.idToken(await nonce()), 'signature'],
      ['oidc', 'a.b.c', 'malformed'],
    ] as const) {
      const reply = await show(provider, token)
      expect([reply.status, reply.body.code, reply.body.details]).toEqual([403, 'id_token_refused', { reason }])
    }
  })
})

describe('the key set', () => {
  test('is public, is never empty, and contains no private key', async () => {
    const reply = await testApp().app.inject({ url: '/.well-known/jwks.json' })
    const { keys } = reply.json()
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
    expect(keys[0]).not.toHaveProperty('d')
    expect(reply.headers['cache-control']).toContain('max-age')
  })

  test('contains one key after concurrent requests, and another SECRET creates another key', async () => {
    const { context, owner } = testApp()
    await owner.query('truncate signing_keys')
    const many = await Promise.all(Array.from({ length: 12 }, () => context.providers.keys.current()))
    expect(new Set(many.map(({ kid }) => kid)).size).toBe(1)
    const secrets = { current: 'another secret of the server, long enough', previous: null }
    const other = signingKeys(context.db, createKeyring(secrets))
    const { kid } = await other.current()
    expect(kid).not.toBe(many[0]?.kid)
    expect((await other.publicSet()).keys.map((key) => key.kid)).toContain(kid)
    expect((await context.providers.keys.current()).kid).toBe(many[0]?.kid)
  })

  test('has its private keys sealed in the database', async () => {
    const { rows } = await testApp().owner.query('select sealed, public_jwk from signing_keys')
    expect(rows[0].sealed.toString('latin1')).not.toContain('"d"')
  })

  test('is published while a key cannot be opened, which no call answers by creating another', async () => {
    const { app, owner, context } = testApp()
    await owner.query('truncate signing_keys')
    const { kid } = await context.providers.keys.current()
    const flipped = 'update signing_keys set sealed = set_byte(sealed, 80, get_byte(sealed, 80) # 1)'
    await asOutsider(owner, [flipped])
    vi.setSystemTime(Date.now() + 61_000)
    const reply = await app.inject({ url: '/.well-known/jwks.json' })
    vi.useRealTimers()
    expect(reply.statusCode).toBe(200)
    expect(reply.json().keys.map((key: { kid: string }) => key.kid)).toEqual([kid])
    await expect(context.providers.keys.current()).rejects.toThrow()
    await asOutsider(owner, [flipped])
    expect((await context.providers.keys.current()).kid).toBe(kid)
    expect((await owner.query('select from signing_keys')).rowCount).toBe(1)
  })

  test('rotates its key after ninety days, and publishes the former for ninety more', async () => {
    const { app, owner, context } = testApp()
    await owner.query('truncate signing_keys')
    const { kid } = await context.providers.keys.current()
    await age('91 days')
    // A new key is published for an hour before it signs.
    expect((await context.providers.keys.current()).kid).toBe(kid)
    const set = async () => {
      vi.setSystemTime(Date.now() + 61_000)
      return (await app.inject({ url: '/.well-known/jwks.json' })).json().keys.map((key: any) => key.kid)
    }
    const [first, ...others] = await set()
    expect([first, others.length]).toEqual([kid, 1])
    await age('2 hours')
    expect((await context.providers.keys.current()).kid).toBe(others[0])
    expect(new Set(await set())).toEqual(new Set([kid, others[0]]))
    await age('90 days')
    expect(await set()).not.toContain(kid)
    vi.useRealTimers()

    async function age(by: string) {
      await owner.query('alter table signing_keys disable trigger append_only')
      await owner.query('update signing_keys set created_at = created_at - $1::interval', [by])
      await owner.query('alter table signing_keys enable trigger append_only')
    }
  })
})

const context = () => testApp().context
const CROSS_SITE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

type StartedAuthorization = { url: string; cookie: string; reply: Reply }

async function startAuthorization(provider: ProviderId): Promise<StartedAuthorization> {
  const body = { provider, next: '/offers/buy', language: 'fr' }
  const reply = await call(testApp().app, 'POST', '/api/auth/start', { body })
  return { url: reply.body.url, cookie: authorizationCookieIn(reply), reply }
}

/** The cookie of the authorization request, whose name contains the request's tag. */
function authorizationCookieIn(reply: Reply): string {
  return /authorization_[^;]+/.exec(String(reply.headers['set-cookie']))?.[0] ?? ''
}

async function startLink(user: Caller, provider: ProviderId): Promise<StartedAuthorization> {
  const reply = await user.post('/api/identities/start', { provider, language: 'fr' })
  return { url: reply.body.url, cookie: authorizationCookieIn(reply), reply }
}

/** The callback to which the provider redirects the browser; for SAML, the one after the posted form. */
async function answerOf(id: ProviderId, { url }: StartedAuthorization): Promise<string> {
  if (id === 'saml') {
    const { SAMLResponse, RelayState } = await saml.answerTo(url)
    return String((await post(SAMLResponse, RelayState)).headers.location)
  }
  const server = { google, oidc, github }[id]
  return (await server.travel(url)).replace(PUBLIC_URL, '')
}

async function handleCallback(id: ProviderId, started: StartedAuthorization, session = ''): Promise<Reply> {
  const cookie = [started.cookie, session].filter(Boolean).join('; ')
  return call(testApp().app, 'GET', await answerOf(id, started), { cookie, headers: CROSS_SITE })
}

async function signInWith(id: ProviderId): Promise<Reply> {
  return handleCallback(id, await startAuthorization(id))
}

async function link(user: Caller, id: ProviderId): Promise<Reply> {
  return handleCallback(id, await startLink(user, id), user.cookie)
}

/** Posts the response as the provider's page does: from another site, without cookies. */
function post(SAMLResponse: string, RelayState = '') {
  return testApp().app.inject({
    method: 'POST',
    url: SAML_ACS_PATH,
    headers: { origin: 'null', 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
  })
}

async function nonce(): Promise<string> {
  return (await call(testApp().app, 'POST', '/api/sign-in/id-token/start')).body.nonce
}

function show(provider: 'google' | 'oidc', idToken: string): Promise<Reply> {
  return call(testApp().app, 'POST', '/api/sign-in/id-token', { body: { provider, idToken } })
}

function setEmail(email: string, emailVerified: boolean): void {
  google.user = { ...google.user, email, emailVerified }
  oidc.user = { ...oidc.user, email, emailVerified }
  github.user = { ...github.user, emails: [{ email, primary: true, verified: emailVerified }] }
  saml.user = { ...saml.user, email }
}

function clientOf({ issuer, clientId, clientSecret }: { issuer: string; clientId: string; clientSecret: string }) {
  return { issuer, clientId, clientSecret }
}
