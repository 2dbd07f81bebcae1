import { expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import {
  ageReauthentication,
  cookieIn,
  passFirstFactor,
  reauthenticationOf,
  turnOnTotp,
  withCookie,
} from '../../testing/accounts/factors.ts'
import { lastMail } from '../../testing/accounts/mails.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

const step = (cookie: string, code: string) =>
  call(testApp().app, 'POST', '/api/sign-in/second-factor', { cookie, body: { method: 'recovery_code', code } })
const start = async () => turnOnTotp(testApp().app, await signUp(testApp().app, 'amina'))

test('a code replaces the factor at sign-in, however it is typed, and an email says how many are left', async () => {
  const place = testApp()
  const { user, recoveryCodes } = await start()
  const typed = recoveryCodes[3]!.toLowerCase().replaceAll('-', ' ')
  expect((await step(await passFirstFactor(place, user), typed)).status).toBe(200)
  expect((await lastMail(place.owner, user.email, 'recovery_code_used')).values).toEqual({ left: '9' })
  expect((await user.get('/api/factors')).body.recoveryCodesLeft).toBe(9)
})

test('a code works once', async () => {
  const place = testApp()
  const { user, recoveryCodes } = await start()
  const [code = ''] = recoveryCodes
  expect((await step(await passFirstFactor(place, user), code)).status).toBe(200)
  const again = await step(await passFirstFactor(place, user), code)
  expect([again.status, again.body.code]).toEqual([403, 'code_wrong'])
})

test('of two concurrent uses of a code one succeeds', async () => {
  const place = testApp()
  const { user, recoveryCodes } = await start()
  const [code = ''] = recoveryCodes
  const pending = await passFirstFactor(place, user)
  const replies = await Promise.all([
    step(pending, code),
    user.post('/api/reauthenticate', reauthenticationOf(user, { method: 'recovery_code', code })),
    user.post('/api/reauthenticate', reauthenticationOf(user, { method: 'recovery_code', code })),
  ])
  // A re-authentication after the other one finds the session under its next token.
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { body } of replies) expect(['code_wrong', 'signed_out', undefined]).toContain(body.code)
  // The winner's answer has the valid cookie, unless it opened another session.
  const proved = replies
    .slice(1)
    .map((reply) => cookieIn(reply))
    .find((cookie) => cookie !== '')
  const now = withCookie(place.app, user, proved ?? user.cookie)
  expect((await now.get('/api/factors')).body.recoveryCodesLeft).toBe(9)
})

test('a code works for its user only', async () => {
  const place = testApp()
  const [amina, karim] = [await start(), await start()]
  expect((await step(await passFirstFactor(place, karim.user), amina.recoveryCodes[0]!)).status).toBe(403)
  expect((await step(await passFirstFactor(place, amina.user), amina.recoveryCodes[0]!)).status).toBe(200)
})

test('the database stores hashes only', async () => {
  const { recoveryCodes } = await start()
  const { rows } = await testApp().owner.query('select r::text as text from recovery_codes r')
  const all = JSON.stringify(rows)
  for (const code of recoveryCodes) expect(all).not.toContain(code.replaceAll('-', ''))
})

test('ten new codes replace the old ones, which requires recent authentication and a factor', async () => {
  const place = testApp()
  const { user, recoveryCodes } = await start()
  const { recoveryCodes: fresh } = (await user.post('/api/factors/recovery-codes')).body
  expect(fresh).toHaveLength(10)
  expect((await lastMail(place.owner, user.email, 'recovery_codes_renewed')).kind).toBe('recovery_codes_renewed')
  expect((await step(await passFirstFactor(place, user), recoveryCodes[0]!)).status).toBe(403)
  expect((await step(await passFirstFactor(place, user), fresh[0])).status).toBe(200)
  await ageReauthentication(place.owner, user)
  expect((await user.post('/api/factors/recovery-codes')).body.code).toBe('reauthentication_required')
  const karim = await signUp(place.app, 'karim')
  expect((await karim.post('/api/factors/recovery-codes')).body.code).toBe('second_factor_off')
})
