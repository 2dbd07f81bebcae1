/** Coming, joining and linking by other services, over HTTP and against real ones on ports of their own. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProviderId } from '../../domain/identities.ts'
import { AUTHORIZATION_MINUTES } from '../../domain/identities.ts'
import { SAML_ACS_PATH, SAML_METADATA_PATH } from '../http/well-known-paths.ts'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { ageReauthentication, cookieIn, reauthenticate, turnOnTotp, withCookie } from '../testing/factors.ts'
import { startGithubServer } from '../testing/github-server.ts'
import { callerOf, chooseName, freshNames, join } from '../testing/identities.ts'
import { lastMail, mailsTo } from '../testing/mails.ts'
import { startOidcServer } from '../testing/oidc-server.ts'
import { enterCode, signUp } from '../testing/users.ts'
import type { Caller } from '../testing/users.ts'
import { startSamlServer } from '../testing/saml-server.ts'
import { useTestApp } from '../testing/suite.ts'
import { SESSION_IDLE_DAYS } from '../sessions/extend-session.ts'
import { createSecretBox } from '../factors/secret-box.ts'
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
/** Everybody at the services is somebody new, unless a test says who. */
beforeEach(() => {
  nr++
  const email = `person.${nr}@example.org`
  google.person = { sub: `g-${nr}`, email, emailVerified: true }
  oidc.person = { sub: `o-${nr}`, email, emailVerified: true }
  github.person = { id: 1000 + nr, login: `octo${nr}`, emails: [{ email, primary: true, verified: true }] }
  saml.person = { nameId: `s-${nr}`, format: 'persistent', email }
})
const emailNow = () => `person.${nr}@example.org`

test('what is switched on is listed, and what is off is refused by name', async () => {
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

describe.each(IDS)('by %s', (id) => {
  test('somebody new chooses a name, and is known from then on', async () => {
    const { app, owner } = testApp()
    const asked = await there(id)
    expect(asked.headers.location).toBe(`/fr/register?with=${id}&next=%2Foffers%2Fbuy`)
    expect(cookieIn(asked)).toBe('')
    const cookie = cookieIn(asked, 'pending_sign_up')
    // SAML has no word for a mailbox that was reached.
    const isEmailVerified = id !== 'saml'
    const waiting = await call(app, 'GET', '/api/register/pending', { cookie })
    expect(waiting.body.pendingSignUp).toEqual({ kind: id, email: emailNow(), isEmailVerified })
    const { username } = freshNames('new')
    const joined = await join(app, asked, { username, email: emailNow() })
    expect(joined.body.user).toMatchObject({ username, isVerified: true })
    const mails = (await mailsTo(owner, emailNow())).map(({ kind }) => kind)
    expect(mails).toEqual(isEmailVerified ? [] : ['registration_code'])

    const again = await there(id)
    expect(again.headers.location).toBe('/fr/offers/buy')
    const session = await call(app, 'GET', '/api/session', { cookie: cookieIn(again) })
    expect(session.body.user.username).toBe(username)
  })

  test('another email than the one vouched for gets a code first', async () => {
    const { app, owner } = testApp()
    const names = freshNames('other')
    const asked = await chooseName(app, await there(id), names)
    expect([asked.status, asked.body]).toEqual([202, { user: null, registration: { email: names.email } }])
    expect(cookieIn(asked)).toBe('')
    expect((await lastMail(owner, names.email, 'registration_code')).kind).toBe('registration_code')
    expect((await enterCode(app, names.email, asked)).body.user).toMatchObject({ ...names, isVerified: true })
  })

  test('an account with the same email is never taken over, verified there or not', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    for (const emailVerified of [true, false]) {
      setEmail(amina.email, emailVerified)
      const reply = await there(id)
      expect(reply.headers.location).toContain('/register?with=')
      expect(cookieIn(reply)).toBe('')
      const asked = await chooseName(app, reply, { ...freshNames('thief'), email: amina.email })
      // Only who is vouched for as the mailbox's owner is told at once; anybody else, in the mailbox.
      const isTold = emailVerified && id !== 'saml'
      expect([asked.status, asked.body.code]).toEqual(isTold ? [409, 'email_taken'] : [202, undefined])
      if (!isTold) expect((await lastMail(owner, amina.email, 'account_exists')).values.code).toBeUndefined()
    }
    const { rows } = await owner.query('select provider_id from identities where user_id = $1', [amina.id])
    expect(rows).toEqual([{ provider_id: 'credential' }])
  })

  test('an email that the service has not verified is nobody’s here before its code was shown', async () => {
    const { app, owner } = testApp()
    setEmail(emailNow(), false)
    const asked = await chooseName(app, await there(id), { ...freshNames('un'), email: emailNow() })
    expect(asked.status).toBe(202)
    expect((await owner.query('select 1 from users where email = $1', [emailNow()])).rowCount).toBe(0)
    expect((await enterCode(app, emailNow(), asked)).body.user.isVerified).toBe(true)
  })

  test('a second factor is asked for afterwards', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    expect((await link(amina, id)).headers.location).toBe(`/fr/dashboard?tab=security&linked=${id}`)
    const { phone } = await turnOnTotp(app, amina)
    const reply = await there(id)
    expect(reply.headers.location).toBe('/fr/login?step=second&next=%2Foffers%2Fbuy')
    expect(cookieIn(reply)).toBe('')
    const cookie = cookieIn(reply, 'challenge')
    const body = { method: 'totp', code: phone() }
    const done = await call(app, 'POST', '/api/sign-in/second-factor', { cookie, body })
    expect(done.body.user.id).toBe(amina.id)
  })

  test('linking is told by mail, shows the email there, and cannot take what is somebody else’s', async () => {
    const { app, owner } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    await link(amina, id)
    const { identities } = (await amina.get('/api/identities')).body
    expect(identities).toMatchObject([{ kind: id, label: emailNow() }])
    expect((await lastMail(owner, amina.email, 'sign_in_method_added')).values).toEqual({ way: id })
    expect((await link(karim, id)).headers.location).toBe('/fr/dashboard?tab=security&problem=identity_taken')
    expect((await karim.get('/api/identities')).body.identities).toEqual([])
  })

  test('linking asks for a fresh proof, and again on the way back', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const left = await leaveToLink(amina, id)
    await ageReauthentication(owner, amina)
    expect((await leaveToLink(amina, id)).reply.body.code).toBe('reauthentication_required')
    const back = await handleCallback(id, left, amina.cookie)
    expect(back.headers.location).toBe('/fr/dashboard?tab=security&problem=reauthentication_required')
    expect((await amina.get('/api/identities')).body.identities).toEqual([])
  })

  test('who comes back to link is who left: not another, and nobody', async () => {
    const { app } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const again = await call(app, 'POST', '/api/sign-in', { body: { email: amina.email, password: amina.password } })
    for (const cookie of [karim.cookie, '', cookieIn(again)]) {
      const left = await leaveToLink(amina, id)
      const back = await handleCallback(id, left, cookie)
      expect(back.headers.location).toBe('/fr/dashboard?tab=security&problem=sign_in_expired')
    }
    for (const person of [amina, karim]) expect((await person.get('/api/identities')).body.identities).toEqual([])
  })

  test('an answer is good once, in the browser that left, and for ten minutes', async () => {
    const { app, owner } = testApp()
    const left = await leave(id)
    const answer = await answerOf(id, left)
    // Sent to a browser that never left (login CSRF), or left for itself.
    const stranger = await leave(id)
    for (const cookie of ['', stranger.cookie]) {
      const planted = await call(app, 'GET', answer, { cookie, headers: CROSS_SITE })
      expect(planted.headers.location).toMatch(/^(\/fr)?\/login\?problem=(sign_in_expired|provider_refused)/)
      expect(cookieIn(planted, 'pending_sign_up') + cookieIn(planted)).toBe('')
    }
    // Those tries have used nothing of the owner's up.
    const first = await call(app, 'GET', answer, { cookie: left.cookie, headers: CROSS_SITE })
    expect(first.headers.location).toContain('/register?with=')
    const second = await call(app, 'GET', answer, { cookie: left.cookie, headers: CROSS_SITE })
    expect(second.headers.location).toMatch(/^(\/fr)?\/login\?problem=/)

    const late = await leave(id)
    await owner.query(
      `update one_time_tokens set created_at = created_at - interval '1 hour', expires_at = expires_at - make_interval(mins => $1)
        where purpose = 'authorization_request'`,
      [AUTHORIZATION_MINUTES + 1],
    )
    const tooLate = await handleCallback(id, late)
    expect(tooLate.headers.location).toBe('/login?problem=sign_in_expired')
  })

  test('two tabs leave and come back, each for itself, and a stranger’s return ends neither', async () => {
    const { app } = testApp()
    const [one, other] = [await leave(id), await leave(id)]
    const cookie = `${one.cookie}; ${other.cookie}`
    const name = one.cookie.slice('authorization_'.length, 'authorization_'.length + 8)
    for (const stray of ['', '?error=access_denied', `?state=${name}&code=x`, `?request=${name}`]) {
      await call(app, 'GET', `${callbackPath(id === 'github' ? 'oidc' : 'github')}${stray}`, { cookie })
    }
    for (const left of [one, other]) {
      const back = await call(app, 'GET', await answerOf(id, left), { cookie, headers: CROSS_SITE })
      expect(back.headers.location).toContain('/register?with=')
    }
  })

  test('is no fresh proof: nobody has shown anything here, and the service may not have asked', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    await link(amina, id)
    const person = withCookie(app, amina, cookieIn(await there(id)))
    expect((await person.post('/api/email', { newEmail: 'thief@example.org' })).body.code).toBe(
      'reauthentication_required',
    )
    const proved = await reauthenticate(app, person)
    expect((await proved.post('/api/email', { newEmail: `next.${amina.email}` })).status).toBe(200)
  })

  test('the session is ours: it lives as long as any, and unlinking the service ends those it opened elsewhere', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await link(amina, id)
    const elsewhere = withCookie(app, amina, cookieIn(await there(id)))
    const { rows } = await owner.query(
      `select round(extract(epoch from expires_at - clock_timestamp()) / 86400)::int as days
       from sessions where user_id = $1 order by created_at`,
      [amina.id],
    )
    expect(rows).toEqual([{ days: SESSION_IDLE_DAYS }, { days: SESSION_IDLE_DAYS }])
    expect((await elsewhere.get('/api/alerts')).status).toBe(200)
    const [{ id: identityId }] = (await amina.get('/api/identities')).body.identities
    expect((await amina.delete(`/api/identities/${identityId}`)).body).toEqual({ identities: [] })
    expect((await elsewhere.get('/api/alerts')).status).toBe(401)
    expect((await amina.get('/api/alerts')).status).toBe(200)
  })

  test('of two returns at once one arrives', async () => {
    const { app } = testApp()
    const left = await leave(id)
    const answer = await answerOf(id, left)
    const come = () => call(app, 'GET', answer, { cookie: left.cookie, headers: CROSS_SITE })
    const both = (await Promise.all([come(), come()])).map(({ headers }) => String(headers.location))
    expect(both.filter((place) => place.includes('/register?with='))).toHaveLength(1)
    expect(both.filter((place) => place.includes('problem='))).toHaveLength(1)
  })

  test('a flow for one service ends at no other’s', async () => {
    const { app } = testApp()
    const other = id === 'google' ? 'oidc' : 'google'
    const left = await leave(id)
    const answer = (await answerOf(id, left)).replace(callbackPath(id), callbackPath(other))
    const reply = await call(app, 'GET', answer, { cookie: left.cookie, headers: CROSS_SITE })
    expect(reply.headers.location).toContain('problem=sign_in_expired')
  })

  test('where to go on afterwards is an address of ours, or none at all', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const body = { provider: id, next, language: 'en' }
      const reply = await call(testApp().app, 'POST', '/api/auth/start', { body })
      expect([reply.status, reply.body.field]).toEqual([400, 'next'])
    }
  })
})

test('whoever says no there is told so here', async () => {
  const { app } = testApp()
  const left = await leave('oidc')
  const state = new URL(left.url).searchParams.get('state')
  const place = `${callbackPath('oidc')}?error=access_denied&state=${state}&iss=${encodeURIComponent(oidc.issuer)}`
  const reply = await call(app, 'GET', place, { cookie: left.cookie, headers: CROSS_SITE })
  expect(reply.headers.location).toBe('/fr/login?problem=provider_refused&next=%2Foffers%2Fbuy')
})

test('whoever is signed in reads on their Security tab what went wrong', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  const reply = await call(app, 'GET', callbackPath('oidc'), { cookie: amina.cookie, headers: CROSS_SITE })
  expect(reply.headers.location).toBe('/dashboard?tab=security&problem=sign_in_expired')
})

test('where to go on is sent as an address can be', async () => {
  const { app } = testApp()
  await join(app, await there('oidc'), { ...freshNames('o'), email: emailNow() })
  const body = { provider: 'oidc', next: '/offers/تهران?a=é#x', language: 'ar' }
  const left = await call(app, 'POST', '/api/auth/start', { body })
  const back = await handleCallback('oidc', { url: left.body.url, cookie: flowIn(left), reply: left })
  expect(back.headers.location).toBe('/ar/offers/%D8%AA%D9%87%D8%B1%D8%A7%D9%86?a=%C3%A9#x')
  const broken = await call(app, 'POST', '/api/auth/start', { body: { ...body, next: '/\ud800' } })
  expect([broken.status, broken.body.field]).toEqual([400, 'next'])
})

test.each(['/.//evil.example', '/offers/..//evil.example', '/%2e//evil.example/x', '/.///evil.example'])(
  'where to go on is no other site’s, as %s would be once its dots are resolved',
  async (next) => {
    const { app } = testApp()
    await join(app, await there('oidc'), { ...freshNames('o'), email: emailNow() })
    const body = { provider: 'oidc', next, language: 'en' }
    const left = await call(app, 'POST', '/api/auth/start', { body })
    const back = await handleCallback('oidc', { url: left.body.url, cookie: flowIn(left), reply: left })
    expect(cookieIn(back)).not.toBe('')
    expect(new URL(String(back.headers.location), PUBLIC_URL).origin).toBe(PUBLIC_URL)
  },
)

test('a service that is away is told as that', async () => {
  oidc.lies = { unwell: { path: /^\/token/, how: 503 } }
  try {
    const reply = await there('oidc')
    expect(reply.headers.location).toBe('/fr/login?problem=provider_unavailable&next=%2Foffers%2Fbuy')
  } finally {
    oidc.lies = {}
  }
})

test('who is kept is named by the service as well: another one in its place vouches for nobody of the former', async () => {
  const { app, owner } = testApp()
  await join(app, await there('oidc'), { ...freshNames('o'), email: emailNow() })
  const { rows } = await owner.query("select account_id from identities where account_id like '% o-' || $1", [nr])
  expect(rows).toEqual([{ account_id: `${oidc.issuer} o-${nr}` }])
  const settings = { ...context().config.identities, oidc: { name: 'Next', ...clientOf(google) } }
  const next = createIdentityProviders(settings, PUBLIC_URL, context().providers.keys)
  google.person = { ...google.person, sub: `o-${nr}` }
  const parameters = { redirectUri: redirectUris('google')[0]!, state: 'state', forceLogin: false }
  const { url, providerState } = await next.forCallback('oidc')!.authorize(parameters)
  const address = new URL(await google.travel(url))
  const identity = await next.forCallback('oidc')!.verifyCallback(address, parameters, providerState)
  expect(identity.accountId).toBe(`${google.issuer} o-${nr}`)
})

test('one person at two services is two people here, also under one name', async () => {
  const { app } = testApp()
  google.person = { sub: 'same', email: 'g.same@example.org', emailVerified: true }
  oidc.person = { sub: 'same', email: 'o.same@example.org', emailVerified: true }
  await join(app, await there('google'), { ...freshNames('g'), email: 'g.same@example.org' })
  expect((await there('oidc')).headers.location).toContain('/register?with=oidc')
})

describe('SAML', () => {
  test('an answer that another browser asked for signs nobody in', async () => {
    const { app } = testApp()
    const thief = await leave('saml')
    const answer = await answerOf('saml', thief)
    const victim = await leave('saml')
    const planted = await call(app, 'GET', answer, { cookie: victim.cookie, headers: CROSS_SITE })
    expect(planted.headers.location).toBe('/login?problem=sign_in_expired')
    const tag = victim.cookie.slice('authorization_'.length, 'authorization_'.length + 8)
    const forged = answer.replace(/request=[^&]+/, `request=${tag}`)
    const reply = await call(app, 'GET', forged, { cookie: victim.cookie, headers: CROSS_SITE })
    expect(reply.headers.location).toBe('/fr/login?problem=provider_refused&next=%2Foffers%2Fbuy')
  })

  test('a form is taken once, and one that nobody asked for never', async () => {
    const { url } = await leave('saml')
    const { SAMLResponse } = await saml.answerTo(url)
    expect((await post(SAMLResponse)).headers.location).toContain('response=')
    const REFUSED = /^\/api\/auth\/saml\/callback\?(request=[\w-]{8}&)?problem=provider_refused$/
    expect((await post(SAMLResponse)).headers.location).toMatch(REFUSED)
    for (const rubbish of ['', 'rubbish', SAMLResponse.slice(0, 500)]) {
      expect((await post(rubbish)).headers.location).toMatch(REFUSED)
    }
    const both = await Promise.all(
      [await saml.answerTo((await leave('saml')).url)].flatMap((form) => [
        post(form.SAMLResponse),
        post(form.SAMLResponse),
      ]),
    )
    expect(both.filter(({ headers }) => String(headers.location).includes('response='))).toHaveLength(1)
  })

  test('whatever is sent there leads to a page', async () => {
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

  test('says what it is to whoever runs the other side', async () => {
    const reply = await testApp().app.inject({ url: SAML_METADATA_PATH })
    expect(reply.headers['content-type']).toContain('application/samlmetadata+xml')
    expect(reply.body).toContain(`entityID="${PUBLIC_URL}${SAML_METADATA_PATH}"`)
    expect(reply.body).toContain(`Location="${PUBLIC_URL}${SAML_ACS_PATH}"`)
  })
})

describe('an ID token', () => {
  test('signs its owner in, or lets them join, with a nonce of ours', async () => {
    const { app } = testApp()
    const asked = await show('oidc', await oidc.idToken(await nonce()))
    expect(asked.body).toEqual({ user: null, pendingSignUp: { kind: 'oidc' } })
    const joined = callerOf(app, await join(app, asked, freshNames('tok')))
    const again = await show('oidc', await oidc.idToken(await nonce()))
    expect(again.body.user.id).toBe(joined.id)
    expect((await there('oidc')).headers.location).toBe('/fr/offers/buy')
  })

  test('is taken once', async () => {
    const token = await oidc.idToken(await nonce())
    const both = await Promise.all([show('oidc', token), show('oidc', token)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const third = await show('oidc', token)
    expect([third.body.code, third.body.details]).toEqual(['id_token_refused', { reason: 'nonce' }])
  })

  test('made for a nonce that is not ours, for another service, or of rubbish, it is refused', async () => {
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
  test('is public, is never empty, and holds no private part', async () => {
    const reply = await testApp().app.inject({ url: '/.well-known/jwks.json' })
    const { keys } = reply.json()
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
    expect(keys[0]).not.toHaveProperty('d')
    expect(reply.headers['cache-control']).toContain('max-age')
  })

  test('made by many at once it is one key, and another SECRET makes another one', async () => {
    const { context, owner } = testApp()
    await owner.query('truncate signing_keys')
    const many = await Promise.all(Array.from({ length: 12 }, () => context.providers.keys.current()))
    expect(new Set(many.map(({ kid }) => kid)).size).toBe(1)
    const other = signingKeys(context.db, createSecretBox('another secret of the server, long enough', 'signing keys'))
    const { kid } = await other.current()
    expect(kid).not.toBe(many[0]?.kid)
    expect((await other.publicSet()).keys.map((key) => key.kid)).toContain(kid)
    expect((await context.providers.keys.current()).kid).toBe(many[0]?.kid)
  })

  test('the private half is sealed in the database', async () => {
    const { rows } = await testApp().owner.query('select sealed, public_jwk from signing_keys')
    expect(rows[0].sealed.toString('latin1')).not.toContain('"d"')
  })

  test('a key is followed by another one after ninety days, and published for as long again', async () => {
    const { app, owner, context } = testApp()
    await owner.query('truncate signing_keys')
    const { kid } = await context.providers.keys.current()
    await age('91 days')
    // The next one is published for an hour before it signs.
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

type Left = { url: string; cookie: string; reply: Reply }

async function leave(provider: ProviderId): Promise<Left> {
  const body = { provider, next: '/offers/buy', language: 'fr' }
  const reply = await call(testApp().app, 'POST', '/api/auth/start', { body })
  return { url: reply.body.url, cookie: flowIn(reply), reply }
}

/** The cookie of this departure, whose name says which one it is. */
function flowIn(reply: Reply): string {
  return /authorization_[^;]+/.exec(String(reply.headers['set-cookie']))?.[0] ?? ''
}

async function leaveToLink(person: Caller, provider: ProviderId): Promise<Left> {
  const reply = await person.post('/api/identities/start', { provider, language: 'fr' })
  return { url: reply.body.url, cookie: flowIn(reply), reply }
}

/** The address the service sends the browser back to; of SAML, the one after its form. */
async function answerOf(id: ProviderId, { url }: Left): Promise<string> {
  if (id === 'saml') {
    const { SAMLResponse, RelayState } = await saml.answerTo(url)
    return String((await post(SAMLResponse, RelayState)).headers.location)
  }
  const server = { google, oidc, github }[id]
  return (await server.travel(url)).replace(PUBLIC_URL, '')
}

async function handleCallback(id: ProviderId, left: Left, session = ''): Promise<Reply> {
  const cookie = [left.cookie, session].filter(Boolean).join('; ')
  return call(testApp().app, 'GET', await answerOf(id, left), { cookie, headers: CROSS_SITE })
}

async function there(id: ProviderId): Promise<Reply> {
  return handleCallback(id, await leave(id))
}

async function link(person: Caller, id: ProviderId): Promise<Reply> {
  return handleCallback(id, await leaveToLink(person, id), person.cookie)
}

/** As the service's page posts it: from another site, with no cookie of ours. */
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
  google.person = { ...google.person, email, emailVerified }
  oidc.person = { ...oidc.person, email, emailVerified }
  github.person = { ...github.person, emails: [{ email, primary: true, verified: emailVerified }] }
  saml.person = { ...saml.person, email }
}

function clientOf({ issuer, clientId, clientSecret }: { issuer: string; clientId: string; clientSecret: string }) {
  return { issuer, clientId, clientSecret }
}
