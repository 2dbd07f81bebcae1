import { describe, expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import { createAuthenticator } from '../../testing/accounts/authenticator.ts'
import type { Asked } from '../../testing/accounts/authenticator.ts'
import {
  ageReauthentication,
  cookieIn,
  passFirstFactor,
  savePasskey,
  withCookie,
} from '../../testing/accounts/factors.ts'
import { mailsTo } from '../../testing/accounts/mails.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

const EVIL = 'https://sarraf.evil.example'
const ask = async () => (await call(testApp().app, 'POST', '/api/sign-in/passkey/start')).body
const show = (body: object, headers = {}) => call(testApp().app, 'POST', '/api/sign-in/passkey', { body, headers })
const isIn = async (cookie: string) => (await call(testApp().app, 'GET', '/api/session', { cookie })).body.user !== null
const save = async (name?: string) => savePasskey(testApp(), await signUp(testApp().app, 'amina'), name)

describe('adding a passkey', () => {
  test('lists it by its name, issues ten recovery codes and a new session token, and notifies the user by email', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const { user, recoveryCodes } = await savePasskey(testApp(), amina, '  My laptop ')
    expect(recoveryCodes).toHaveLength(10)
    expect(await Promise.all([amina.cookie, user.cookie].map(isIn))).toEqual([false, true])
    const { passkeys } = (await user.get('/api/factors')).body
    expect(passkeys).toEqual([
      { id: expect.any(String), name: 'My laptop', createdAt: expect.any(String), lastUsedAt: null },
    ])
    expect(await mailsTo(owner, user.email)).toContainEqual(
      expect.objectContaining({ kind: 'second_factor_added', values: { factor: 'passkey', link: expect.any(String) } }),
    )
    const second = await savePasskey(testApp(), user, 'Phone')
    expect(second.recoveryCodes).toEqual([])
    expect((await second.user.get('/api/factors')).body.recoveryCodesLeft).toBe(10)
  })

  test.each<[string, Asked]>([
    ['another page asked', { origin: EVIL }],
    ['it is meant for another place', { rpId: 'sarraf.evil.example' }],
    ['the device did not ask for its owner', { userVerified: false }],
  ])('is refused when %s', async (_, asked) => {
    const amina = await signUp(testApp().app, 'amina')
    const device = createAuthenticator(testApp().context.config.publicUrl)
    const options = (await amina.post('/api/factors/passkeys/start')).body
    const reply = await amina.post('/api/factors/passkeys', { name: 'Phone', ...device.create(options, asked) })
    expect([reply.status, reply.body.code]).toEqual([403, 'passkey_refused'])
    expect((await amina.get('/api/factors')).body.passkeys).toEqual([])
  })

  test('redeems a challenge once, for its session and its purpose only', async () => {
    const { app, context } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const device = () => createAuthenticator(context.config.publicUrl)
    const options = (await amina.post('/api/factors/passkeys/start')).body
    const stolen = await karim.post('/api/factors/passkeys', { name: 'Mine', ...device().create(options) })
    expect(stolen.body.code).toBe('passkey_refused')
    // The attempt has used the challenge up.
    const late = await amina.post('/api/factors/passkeys', { name: 'Mine', ...device().create(options) })
    expect(late.body.code).toBe('passkey_refused')
    const forSignIn = { ...options, challenge: (await ask()).challenge }
    const crossed = await amina.post('/api/factors/passkeys', { name: 'Mine', ...device().create(forSignIn) })
    expect(crossed.body.code).toBe('passkey_refused')
    const invented = { ...options, challenge: Buffer.alloc(32, 7).toString('base64url') }
    const forged = await amina.post('/api/factors/passkeys', { name: 'Mine', ...device().create(invented) })
    expect(forged.body.code).toBe('passkey_refused')
  })

  test('requires recent authentication, and refuses a known device and an eleventh passkey', async () => {
    const place = testApp()
    let { user, device } = await save('1')
    const options = (await user.post('/api/factors/passkeys/start')).body
    expect(options.excludeCredentials).toHaveLength(1)
    const again = await user.post('/api/factors/passkeys', { name: 'Twin', ...device.create(options) })
    expect([again.status, again.body.code]).toEqual([409, 'passkey_known'])
    for (let n = 2; n <= 10; n++) ({ user, device } = await savePasskey(place, user, String(n)))
    expect((await user.post('/api/factors/passkeys/start')).body.code).toBe('passkeys_full')
    await ageReauthentication(place.owner, user)
    expect((await user.post('/api/factors/passkeys/start')).body.code).toBe('reauthentication_required')
  })
})

describe('signing in with a passkey alone', () => {
  test('opens a session that counts as both factors, and records the use', async () => {
    const { user, device } = await save()
    const options = await ask()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const reply = await show(device.get(options))
    expect([reply.status, reply.body.user.id]).toEqual([200, user.id])
    expect(await isIn(cookieIn(reply))).toBe(true)
    const { rows } = await testApp().owner.query(
      'select method, second_factor_since is not null as has_second_factor from sessions where user_id = $1 order by created_at desc limit 1',
      [user.id],
    )
    expect(rows).toEqual([{ method: 'passkey', has_second_factor: true }])
    expect((await user.get('/api/factors')).body.passkeys[0].lastUsedAt).toEqual(expect.any(String))
  })

  test.each<[string, Asked]>([
    ['another page asked', { origin: EVIL }],
    ['another scheme asked', { origin: 'https://localhost:3000' }],
    ['it is meant for another place', { rpId: 'sarraf.evil.example' }],
    ['the device did not ask for its owner', { userVerified: false }],
    ['another user’s key signed', { signedBy: createAuthenticator('http://localhost:3000') }],
  ])('is refused when %s', async (_, asked) => {
    const { device } = await save()
    const reply = await show(device.get(await ask(), asked))
    expect([reply.status, reply.body.code, cookieIn(reply)]).toEqual([403, 'passkey_refused', ''])
  })

  test('an answer works once, also with concurrent requests; a forged or expired challenge never does', async () => {
    const { owner } = testApp()
    const { device } = await save()
    const answer = device.get(await ask())
    const replies = await Promise.all([show(answer), show(answer), show(answer)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
    const options = await ask()
    const invented = { ...options, challenge: Buffer.alloc(32, 7).toString('base64url') }
    expect((await show(device.get(invented))).body.code).toBe('passkey_refused')
    await owner.query(
      "update one_time_tokens set created_at = created_at - interval '5 minutes', expires_at = expires_at - interval '5 minutes' where purpose = 'passkey_challenge'",
    )
    expect((await show(device.get(options))).body.code).toBe('passkey_refused')
  })

  test('an unchanged or decreased counter is refused, since it means a cloned authenticator', async () => {
    const { device } = await save()
    expect((await show(device.get(await ask(), { counter: 7 }))).status).toBe(200)
    for (const counter of [7, 6, 0]) {
      expect((await show(device.get(await ask(), { counter }))).body.code).toBe('passkey_refused')
    }
    expect((await show(device.get(await ask(), { counter: 8 }))).status).toBe(200)
  })

  test('a device without a signature counter is accepted', async () => {
    const { device } = await save()
    for (let n = 0; n < 2; n++) expect((await show(device.get(await ask(), { counter: 0 }))).status).toBe(200)
  })

  test('an unknown passkey gets the same refusal as a wrong answer, and a cross-site request the refusal of its origin', async () => {
    const { device } = await save()
    const stranger = createAuthenticator(testApp().context.config.publicUrl)
    const unknown = await show({ ...device.get(await ask()), credentialId: stranger.get(await ask()).credentialId })
    const wrong = await show(device.get(await ask(), { userVerified: false }))
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
    const crossed = await show(device.get(await ask()), { 'sec-fetch-site': 'cross-site' })
    expect(crossed.body.code).toBe('cross_site')
  })

  test('a user handle of another user is refused', async () => {
    const [amina, karim] = [await save(), await save()]
    const userHandle = Buffer.from(karim.user.id).toString('base64url')
    expect((await show({ ...amina.device.get(await ask()), userHandle })).body.code).toBe('passkey_refused')
  })
})

describe('removing a passkey', () => {
  test('it no longer signs in; removing the last one deletes the recovery codes', async () => {
    const place = testApp()
    const { user, device, id } = await save()
    const removed = await user.delete(`/api/factors/passkeys/${id}`)
    expect([removed.status, removed.body.passkeys, removed.body.recoveryCodesLeft]).toEqual([200, [], 0])
    expect((await show(device.get(await ask()))).body.code).toBe('passkey_refused')
    expect(await mailsTo(place.owner, user.email)).toContainEqual(
      expect.objectContaining({ kind: 'second_factor_removed', values: { factor: 'passkey' } }),
    )
    const { email, password } = user
    const signIn = await call(place.app, 'POST', '/api/sign-in', { body: { email, password } })
    expect(signIn.body.user.id).toBe(user.id)
  })

  test('requires recent authentication, for which the passkey serves; another user’s passkey is not found', async () => {
    const place = testApp()
    const { user, device, id } = await save()
    const karim = await signUp(place.app, 'karim')
    expect((await karim.delete(`/api/factors/passkeys/${id}`)).status).toBe(404)
    await ageReauthentication(place.owner, user)
    const refused = await user.delete(`/api/factors/passkeys/${id}`)
    expect([refused.body.code, refused.body.details]).toEqual([
      'reauthentication_required',
      { first: 'password', second: ['passkey', 'recovery_code'] },
    ])
    const options = (await user.post('/api/reauthenticate/passkey/start')).body
    expect((await karim.post('/api/reauthenticate/passkey', device.get(options))).body.code).toBe('passkey_refused')
    const fresh = (await user.post('/api/reauthenticate/passkey/start')).body
    const proved = await user.post('/api/reauthenticate/passkey', device.get(fresh))
    expect(proved.status).toBe(200)
    expect(await Promise.all([user.cookie, cookieIn(proved)].map(isIn))).toEqual([false, true])
    const renewed = withCookie(place.app, user, cookieIn(proved))
    expect((await renewed.delete(`/api/factors/passkeys/${id}`)).status).toBe(200)
  })

  test('a challenge for re-authentication does not complete a sign-in', async () => {
    const place = testApp()
    const { user, device } = await save()
    const pending = await passFirstFactor(place, user)
    const options = (await user.post('/api/reauthenticate/passkey/start')).body
    for (const url of ['/api/sign-in/second-factor/passkey', '/api/sign-in/passkey']) {
      const reply = await call(place.app, 'POST', url, { cookie: pending, body: device.get(options) })
      expect(reply.body.code).toBe('passkey_refused')
    }
  })

  test('a challenge for adding a passkey does not re-authenticate', async () => {
    const { user, device } = await save()
    const { challenge, rp } = (await user.post('/api/factors/passkeys/start')).body
    const options = (await user.post('/api/reauthenticate/passkey/start')).body
    const crossed = await user.post('/api/reauthenticate/passkey', device.get({ ...options, rpId: rp.id, challenge }))
    expect(crossed.body.code).toBe('passkey_refused')
    expect((await user.post('/api/reauthenticate/passkey', device.get(options))).status).toBe(200)
  })
})
