import { expect, test } from 'vitest'
import { RECOVERY_DAYS } from '../../../domain/accounts/accounts.ts'
import { call } from '../../testing/app.ts'
import {
  waitForStableTotp,
  cookieIn,
  passFirstFactor,
  authenticatorAppWith,
  reauthenticationOf,
  savePasskey,
  turnOnTotp,
} from '../../testing/accounts/factors.ts'
import { linkTo, signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageAdditions } from '../../testing/time-travel.ts'

const testApp = useTestApp()

const step = (cookie: string | undefined, code: string, method = 'totp', headers = {}) =>
  call(testApp().app, 'POST', '/api/sign-in/second-factor', {
    ...(cookie && { cookie }),
    body: { method, code },
    headers,
  })
const start = async () => turnOnTotp(testApp().app, await signUp(testApp().app, 'amina'))

test('opens a session marked as having a second factor, with a new token, and clears the challenge cookie', async () => {
  const place = testApp()
  const { user, phone } = await start()
  await waitForStableTotp()
  const planted = 'sid=planted.by.attacker'
  const reply = await step(`${await passFirstFactor(place, user)}; ${planted}`, phone())
  const cookies = [reply.headers['set-cookie']].flat().map(String)
  expect(cookies.find((text) => text.startsWith('challenge=;'))).toMatch(/Max-Age=0.*HttpOnly.*SameSite=Strict/)
  expect(cookieIn(reply)).not.toBe(planted)
  const { rows } = await place.owner.query(
    'select second_factor_since is not null as has_second_factor, method from sessions where user_id = $1 order by created_at desc limit 1',
    [user.id],
  )
  expect(rows).toEqual([{ has_second_factor: true, method: 'password' }])
})

test('no session opens by the first factor alone, nor with a forged, missing or foreign challenge', async () => {
  const place = testApp()
  const { user, phone } = await start()
  const other = await start()
  await waitForStableTotp()
  const pending = await passFirstFactor(place, user)
  expect((await call(place.app, 'GET', '/api/factors', { cookie: pending })).status).toBe(401)
  const asSession = pending.replace('challenge=', 'sid=')
  expect((await call(place.app, 'GET', '/api/factors', { cookie: asSession })).status).toBe(401)
  for (const cookie of [undefined, 'challenge=', 'challenge=nonsense', `challenge=${'x'.repeat(43)}`]) {
    const reply = await step(cookie, phone())
    expect([reply.status, reply.body.code]).toEqual([401, 'sign_in_expired'])
  }
  // An attacker with a stolen challenge token cannot answer it with codes of another account.
  expect((await step(pending, other.phone())).body.code).toBe('code_wrong')
})

test('a challenge is answered once, also by two concurrent calls', async () => {
  const place = testApp()
  const { user, phone, recoveryCodes } = await start()
  await waitForStableTotp()
  const pending = await passFirstFactor(place, user)
  const replies = await Promise.all([step(pending, phone()), step(pending, recoveryCodes[0]!, 'recovery_code')])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  expect((await step(pending, recoveryCodes[1]!, 'recovery_code')).body.code).toBe('sign_in_expired')
  // The refused call has not used its code up.
  expect((await user.get('/api/factors')).body.recoveryCodesLeft).toBeGreaterThanOrEqual(9)
})

test('a wrong code keeps the challenge, five of them end it', async () => {
  const place = testApp()
  const { user, recoveryCodes } = await start()
  const pending = await passFirstFactor(place, user)
  for (let n = 0; n < 4; n++) {
    expect((await step(pending, 'not a code', 'recovery_code')).body.code).toBe('code_wrong')
  }
  expect((await step(pending, recoveryCodes[0]!, 'recovery_code')).status).toBe(200)
  const another = await passFirstFactor(place, user)
  for (let n = 0; n < 5; n++) await step(another, 'not a code', 'recovery_code')
  expect((await step(another, recoveryCodes[1]!, 'recovery_code')).body.code).toBe('sign_in_expired')
})

test('a challenge expires after ten minutes', async () => {
  const place = testApp()
  const { user, phone } = await start()
  const pending = await passFirstFactor(place, user)
  await place.owner.query(
    "update one_time_tokens set created_at = created_at - interval '10 minutes', expires_at = expires_at - interval '10 minutes' where user_id = $1",
    [user.id],
  )
  expect((await step(pending, phone())).body.code).toBe('sign_in_expired')
})

test('a refused code is in the sign-in history', async () => {
  const place = testApp()
  const { user } = await start()
  await step(await passFirstFactor(place, user), '000000')
  await step(await passFirstFactor(place, user), 'nothing', 'recovery_code')
  const { rows } = await place.owner.query(
    "select method from sign_ins where user_id = $1 and outcome = 'refused' order by id",
    [user.id],
  )
  expect(rows.map(({ method }) => method)).toEqual(['totp', 'recovery_code'])
})

test('a request from another site cannot answer it', async () => {
  const place = testApp()
  const { user, phone } = await start()
  await waitForStableTotp()
  const pending = await passFirstFactor(place, user)
  const reply = await step(pending, phone(), 'totp', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })
  expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
})

test('a passkey answers the challenge it was requested for only', async () => {
  const place = testApp()
  const ask = (cookie: string) => call(place.app, 'POST', '/api/sign-in/second-factor/passkey/start', { cookie })
  const show = (cookie: string, body: object) =>
    call(place.app, 'POST', '/api/sign-in/second-factor/passkey', { cookie, body })
  const amina = await savePasskey(place, await signUp(place.app, 'amina'))
  const karim = await savePasskey(place, await signUp(place.app, 'karim'))
  const [aminas, karims] = [await passFirstFactor(place, amina.user), await passFirstFactor(place, karim.user)]
  const options = (await ask(aminas)).body
  expect(options.allowCredentials).toHaveLength(1)
  const stolen = await show(karims, karim.device.get(options))
  expect([stolen.status, stolen.body.code]).toEqual([403, 'passkey_refused'])
  const foreign = await show(aminas, karim.device.get((await ask(aminas)).body))
  expect([foreign.status, foreign.body.code]).toEqual([403, 'passkey_refused'])
  const reply = await show(aminas, amina.device.get((await ask(aminas)).body))
  expect([reply.status, reply.body.user.id]).toEqual([200, amina.user.id])
  expect((await ask(aminas)).body.code).toBe('sign_in_expired')
})

test('a password reset does not remove an older factor: the new password still leads to the challenge', async () => {
  const place = testApp()
  const { user, phone } = await start()
  const newPassword = 'quite another battery'
  await ageAdditions(place.owner, user.id, RECOVERY_DAYS)
  expect((await call(place.app, 'POST', '/api/forgot-password', { body: { email: user.email } })).status).toBe(200)
  const token = await linkTo(place.app, user.email, 'reset_password')
  const reset = await call(place.app, 'POST', '/api/reset-password', { body: { token, newPassword } })
  expect([reset.status, cookieIn(reset), cookieIn(reset, 'challenge')]).toEqual([200, '', ''])
  const { email } = user
  const first = await call(place.app, 'POST', '/api/sign-in', { body: { email, password: newPassword } })
  expect(first.body).toEqual({ user: null, secondFactor: { methods: ['totp', 'recovery_code'] } })
  await waitForStableTotp()
  expect((await step(cookieIn(first, 'challenge'), phone())).body.user.id).toBe(user.id)
})

test('a new password ends pending challenges', async () => {
  const place = testApp()
  const { user, phone } = await start()
  const pending = await passFirstFactor(place, user)
  const body = { currentPassword: user.password, newPassword: 'quite another battery' }
  expect((await user.post('/api/password', body)).status).toBe(200)
  expect((await step(pending, phone())).body.code).toBe('sign_in_expired')
})

test('a new email ends pending challenges', async () => {
  const place = testApp()
  const { user, recoveryCodes } = await start()
  const pending = await passFirstFactor(place, user)
  const newEmail = `new.${user.email}`
  expect((await user.post('/api/email', { newEmail })).status).toBe(200)
  const token = await linkTo(place.app, newEmail, 'confirm_new_email')
  expect((await user.post('/api/email/confirm', { token })).status).toBe(200)
  expect((await step(pending, recoveryCodes[0]!, 'recovery_code')).body.code).toBe('sign_in_expired')
})

test('a sign-in while a factor is turned on gets a challenge, or its session ends', async () => {
  const place = testApp()
  const amina = await signUp(place.app, 'amina')
  const { email, password } = amina
  const { secret } = (await amina.post('/api/factors/totp/start')).body
  await waitForStableTotp()
  const [, ...arrivals] = await Promise.all([
    amina.post('/api/factors/totp/confirm', { code: authenticatorAppWith(secret)() }),
    ...Array.from({ length: 6 }, () => call(place.app, 'POST', '/api/sign-in', { body: { email, password } })),
  ])
  for (const reply of arrivals) {
    const cookie = cookieIn(reply)
    if (cookie) expect((await call(place.app, 'GET', '/api/factors', { cookie })).status).toBe(401)
  }
  const { rows } = await place.owner.query(
    'select second_factor_since is not null as has_second_factor from sessions where user_id = $1',
    [amina.id],
  )
  expect(rows).toEqual([{ has_second_factor: true }])
})

test('an authenticator app that was never confirmed is no factor, for sign-in or re-authentication', async () => {
  const place = testApp()
  const { user } = await savePasskey(place, await signUp(place.app, 'amina'))
  const { secret } = (await user.post('/api/factors/totp/start')).body
  const phone = authenticatorAppWith(secret)
  await waitForStableTotp()
  expect((await step(await passFirstFactor(place, user), phone())).body.code).toBe('code_wrong')
  const reauthentication = reauthenticationOf(user, { method: 'totp', code: phone() })
  expect((await user.post('/api/reauthenticate', reauthentication)).body.code).toBe('reauthentication_required')
  expect((await user.get('/api/factors')).body.totpSince).toBeNull()
})

test('the first factor already ends the session that the browser had', async () => {
  const place = testApp()
  const [{ user }, former] = [await start(), await signUp(place.app, 'former')]
  const { email, password } = user
  const reply = await call(place.app, 'POST', '/api/sign-in', { cookie: former.cookie, body: { email, password } })
  expect(reply.body).toMatchObject({ user: null, secondFactor: {} })
  expect(cookieIn(reply)).toBe('sid=')
  expect((await former.get('/api/session')).body.user).toBeNull()
})
