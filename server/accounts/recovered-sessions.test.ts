/** The moment of a recovery, which every session that begins after it carries. */
import { expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { cookieIn, dropPassword, reauthenticate, turnOnTotp, withCookie } from '../testing/accounts/factors.ts'
import { lastMail } from '../testing/accounts/mails.ts'
import { useTestApp } from '../testing/suite.ts'
import { linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'

const testApp = useTestApp()

const post = (path: string, body: object, cookie = '') =>
  call(testApp().app, 'POST', path, { body, ...(cookie && { cookie }) })

async function recover({ email }: Caller, newPassword: string): Promise<void> {
  await post('/api/forgot-password', { email })
  const token = await linkTo(testApp().app, email, 'reset_password')
  expect((await post('/api/reset-password', { token, newPassword })).status).toBe(200)
}

async function enterByCode({ email }: Caller, cookie = ''): Promise<Reply> {
  const { codeId } = (await post('/api/sign-in/code/send', { email }, cookie)).body
  const { code } = (await lastMail(testApp().owner, email, 'sign_in_code')).values
  const reply = await post('/api/sign-in/code', { email, codeId, code }, cookie)
  expect(reply.status).toBe(200)
  return reply
}

/** Whether each of the user's sessions began after a recovery, and that recovery is the account's latest. */
async function origins({ id }: Caller): Promise<(boolean | null)[]> {
  const { rows } = await testApp().owner.query<{ isLatest: boolean | null }>(
    `select s.recovered_at = a.recovered_at as "isLatest" from sessions s join accounts a on a.user_id = s.user_id
     where a.user_id = $1 order by s.created_at`,
    [id],
  )
  return rows.map((row) => row.isLatest)
}

test('a session after a password reset carries the recovery through re-authentication, elevation and a password change', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  expect(await origins(amina)).toEqual([null])
  await recover(amina, 'a better password')
  const signedIn = await post('/api/sign-in', { email: amina.email, password: 'a better password' })
  let user = { ...withCookie(app, amina, cookieIn(signedIn)), password: 'a better password' }
  expect(await origins(user)).toEqual([true])
  user = { ...(await reauthenticate(app, user)), password: user.password }
  expect(await origins(user)).toEqual([true])
  const changed = await user.post('/api/password', { currentPassword: user.password, newPassword: 'yet another one' })
  expect(changed.status).toBe(200)
  expect(await origins(user)).toEqual([true])
  await turnOnTotp(app, withCookie(app, user, cookieIn(changed)))
  expect(await origins(user)).toEqual([true])
})

test('an emailed code recovers in an unknown browser, and later sessions carry it; the session from before does not', async () => {
  const amina = await signUp(testApp().app, 'amina')
  await enterByCode(amina)
  await post('/api/sign-in', { email: amina.email, password: amina.password })
  expect(await origins(amina)).toEqual([null, true, true])
})

test('an emailed code is no recovery in a known browser, nor for an account without another sign-in method', async () => {
  const { owner } = testApp()
  const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
  const home = await post('/api/sign-in', { email: amina.email, password: amina.password })
  await enterByCode(amina, cookieIn(home, 'device'))
  expect(await origins(amina)).toEqual([null, null, null])
  await dropPassword(owner, karim)
  await enterByCode(karim)
  expect(await origins(karim)).toEqual([null, null])
})

test('the database refuses to change what a session carries, and a recovery that is not now', async () => {
  const { owner } = testApp()
  const amina = await signUp(testApp().app, 'amina')
  await recover(amina, 'a better password')
  await post('/api/sign-in', { email: amina.email, password: 'a better password' })
  await expect(owner.query('update sessions set recovered_at = null where user_id = $1', [amina.id])).rejects.toThrow(
    /keeps the recovery/,
  )
  await expect(
    owner.query("update accounts set recovered_at = recovered_at - interval '1 day' where user_id = $1", [amina.id]),
  ).rejects.toThrow(/written when it happens/)
})
