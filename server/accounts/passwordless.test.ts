/** Users who registered with an identity provider or a wallet have no password: they re-authenticate with emailed codes. */
import { describe, expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import { ageReauthentication, cookieIn, dropPassword, turnOnTotp, withCookie } from '../testing/accounts/factors.ts'
import { lastMail, mailsTo } from '../testing/accounts/mails.ts'
import { linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'

const testApp = useTestApp()

/** A user without a password, whose authentication is not recent. */
async function newUser(): Promise<Caller> {
  const amina = await signUp(testApp().app, 'amina')
  await dropPassword(testApp().owner, amina)
  await ageReauthentication(testApp().owner, amina)
  return amina
}

async function mailedCode(user: Caller) {
  const { status, body } = await user.post('/api/reauthenticate/code/send')
  expect(status).toBe(200)
  const { values } = await lastMail(testApp().owner, user.email, 'reauthentication_code')
  return { method: 'mailed_code', codeId: body.codeId as string, code: String(values.code) }
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('re-authentication without a password', () => {
  test('takes an emailed code once, and gives the session a new token', async () => {
    const { app } = testApp()
    const amina = await newUser()
    const refused = await amina.post('/api/factors/totp/start')
    expect([refused.body.code, refused.body.details]).toEqual([
      'reauthentication_required',
      { first: 'mailed_code', second: [] },
    ])
    const first = await mailedCode(amina)
    expect(first.code).toMatch(/^\d{6}$/)
    const reply = await amina.post('/api/reauthenticate', { first })
    expect(reply.status).toBe(200)
    const renewed = withCookie(app, amina, cookieIn(reply))
    expect((await renewed.post('/api/factors/totp/start')).status).toBe(200)
    const again = await renewed.post('/api/reauthenticate', { first })
    expect([again.body.code, again.body.field]).toEqual(['code_wrong', 'first'])
  })

  test('accepts a code once when two calls use it concurrently', async () => {
    const amina = await newUser()
    const first = await mailedCode(amina)
    const replies = await Promise.all([1, 2, 3].map(() => amina.post('/api/reauthenticate', { first })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('refuses a password, and an emailed code from a user who has a password', async () => {
    const [amina, karim] = [await newUser(), await signUp(testApp().app, 'karim')]
    const password = { method: 'password', password: amina.password }
    expect((await amina.post('/api/reauthenticate', { first: password })).body.code).toBe('reauthentication_required')
    const asked = await karim.post('/api/reauthenticate/code/send')
    expect([asked.body.code, asked.body.details]).toEqual([
      'reauthentication_required',
      { first: 'password', second: [] },
    ])
    const code = { method: 'mailed_code', codeId: crypto.randomUUID(), code: '123456' }
    expect((await karim.post('/api/reauthenticate', { first: code })).body.code).toBe('reauthentication_required')
  })

  test('accepts the code in the session that requested it only, not for signing in; it ends after five attempts or ten minutes, and a newer one leaves it valid', async () => {
    const { app, owner } = testApp()
    const amina = await newUser()
    const thief = withCookie(app, amina, await otherSession(amina))
    const first = await mailedCode(amina)
    expect((await thief.post('/api/reauthenticate', { first })).body.code).toBe('code_wrong')
    const { codeId, code } = first
    const entering = await call(app, 'POST', '/api/sign-in/code', { body: { email: amina.email, codeId, code } })
    expect(entering.body.code).toBe('code_wrong')
    const wrong = { ...first, code: otherThan(code) }
    // What another session enters costs this one no attempt.
    for (let n = 0; n < 5; n++)
      expect((await amina.post('/api/reauthenticate', { first: wrong })).body.code).toBe('code_wrong')
    expect((await amina.post('/api/reauthenticate', { first })).body.code).toBe('code_wrong')
    const late = await mailedCode(amina)
    await asOutsider(owner, [
      `update one_time_tokens set created_at = created_at - interval '10 minutes', expires_at = expires_at - interval '10 minutes'
       where user_id = '${amina.id}' and purpose = 'reauthentication_code'`,
    ])
    expect((await amina.post('/api/reauthenticate', { first: late })).body.code).toBe('code_wrong')
    await owner.query('delete from rate_limits')
    // Either email may arrive last.
    const [older, newer] = [await mailedCode(amina), await mailedCode(amina)]
    expect((await amina.post('/api/reauthenticate', { first: { ...newer, code: older.code } })).status).toBe(200)
  })

  test('allows three emails in ten minutes, and ten wrong codes a day in one session', async () => {
    const { owner } = testApp()
    const amina = await newUser()
    const first = await mailedCode(amina)
    for (let n = 0; n < 2; n++) await mailedCode(amina)
    expect((await amina.post('/api/reauthenticate/code/send')).body.code).toBe('rate_limited')
    const guess = { ...first, codeId: crypto.randomUUID() }
    for (let n = 0; n < 10; n++)
      expect((await amina.post('/api/reauthenticate', { first: guess })).body.code).toBe('code_wrong')
    expect((await amina.post('/api/reauthenticate', { first: guess })).body.code).toBe('rate_limited')
    const mails = await mailsTo(owner, amina.email)
    expect(mails.filter(({ kind }) => kind === 'reauthentication_code')).toHaveLength(3)
  })

  test('needs both factors where a second one is on; a wrong second factor leaves the emailed code valid', async () => {
    const place = testApp()
    const { user, recoveryCodes } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await dropPassword(place.owner, user)
    await ageReauthentication(place.owner, user)
    const first = await mailedCode(user)
    const asked = { first: 'mailed_code', second: ['totp', 'recovery_code'] }
    expect((await user.post('/api/reauthenticate', { first })).body.details).toEqual(asked)
    const wrong = await user.post('/api/reauthenticate', { first, second: { method: 'recovery_code', code: 'AAAA' } })
    expect([wrong.body.code, wrong.body.field]).toEqual(['code_wrong', 'second'])
    const second = { method: 'recovery_code', code: recoveryCodes[0]! }
    const mistyped = { ...first, code: otherThan(first.code) }
    const other = await user.post('/api/reauthenticate', { first: mistyped, second })
    expect([other.body.code, other.body.field]).toEqual(['code_wrong', 'first'])
    expect((await user.post('/api/reauthenticate', { first, second })).status).toBe(200)
  })
})

describe('a first password', () => {
  test('is set by a password reset link, and then works like any password', async () => {
    const { app } = testApp()
    const amina = await newUser()
    expect((await amina.get('/api/factors')).body.hasPassword).toBe(false)
    const change = { currentPassword: amina.password, newPassword: 'a better password' }
    expect((await amina.post('/api/password', change)).body.code).toBe('password_wrong')
    await call(app, 'POST', '/api/forgot-password', { body: { email: amina.email } })
    const token = await linkTo(app, amina.email, 'reset_password')
    const body = { token, newPassword: 'a better password' }
    expect((await call(app, 'POST', '/api/reset-password', { body })).status).toBe(200)
    const signIn = { email: amina.email, password: 'a better password' }
    const reply = await call(app, 'POST', '/api/sign-in', { body: signIn })
    expect(reply.body.user.id).toBe(amina.id)
    const renewed = withCookie(app, amina, cookieIn(reply))
    expect((await renewed.get('/api/factors')).body.hasPassword).toBe(true)
  })
})

/** Signs in with an emailed code in another browser. */
async function otherSession({ email }: Caller): Promise<string> {
  const { app, owner } = testApp()
  const { codeId } = (await call(app, 'POST', '/api/sign-in/code/send', { body: { email } })).body
  const { code } = (await lastMail(owner, email, 'sign_in_code')).values
  return cookieIn(await call(app, 'POST', '/api/sign-in/code', { body: { email, codeId, code } }))
}
