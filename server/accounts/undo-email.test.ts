/** Undoing an email change: the attacker who started it loses all access. */
import { describe, expect, test } from 'vitest'
import { UNDO_EMAIL_MINUTES } from '../../domain/accounts.ts'
import { call } from '../testing/app.ts'
import { cookieIn, turnOnTotp, withCookie } from '../testing/factors.ts'
import { enterBy, freshNames, join } from '../testing/identities.ts'
import { linkTo, signUp } from '../testing/users.ts'
import type { Caller } from '../testing/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { createWallet } from '../testing/wallet.ts'

const testApp = useTestApp()

const send = (path: string, body: object, cookie = '') =>
  call(testApp().app, 'POST', path, { body, ...(cookie && { cookie }) })
const signIn = (email: string, password: string) => send('/api/sign-in', { email, password })

/** Starts an email change and returns the token of its undo link. */
async function startChange(user: Caller): Promise<string> {
  const { status } = await user.post('/api/email', { newEmail: `new.${user.email}` })
  expect(status).toBe(200)
  return linkTo(testApp().app, user.email, 'email_change_started')
}

async function undo(token: string): Promise<void> {
  expect((await send('/api/email/undo', { token })).status).toBe(200)
}

test('the attacker’s passwords no longer sign in, and the owner sets another one', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const token = await startChange(amina)
  const theirs = 'what the thief likes'
  const changed = await amina.post('/api/password', { currentPassword: amina.password, newPassword: theirs })
  expect(changed.status).toBe(200)
  await undo(token)
  for (const password of [amina.password, theirs]) {
    const { status, body } = await signIn(amina.email, password)
    expect([status, body.code]).toEqual([401, 'credentials_wrong'])
  }
  const link = await linkTo(testApp().app, amina.email, 'reset_password')
  expect((await send('/api/reset-password', { token: link, newPassword: 'a better password' })).status).toBe(200)
  expect((await signIn(amina.email, 'a better password')).status).toBe(200)
})

test('the link works once, also for two concurrent calls, and expires a day after the confirmation link', async () => {
  const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
  const token = await startChange(amina)
  const replies = await Promise.all([1, 2].map(() => send('/api/email/undo', { token })))
  expect(replies.map(({ status, body }) => String(body.code ?? status)).toSorted()).toEqual(['200', 'link_invalid'])
  const late = await startChange(karim)
  await asOutsider(testApp().owner, [
    `update one_time_tokens set created_at = created_at - make_interval(mins => ${UNDO_EMAIL_MINUTES}),
      expires_at = expires_at - make_interval(mins => ${UNDO_EMAIL_MINUTES})
      where user_id = '${karim.id}' and purpose = 'undo_email_change'`,
  ])
  expect((await send('/api/email/undo', { token: late })).body.code).toBe('link_invalid')
  expect((await karim.get('/api/session')).body.user.id).toBe(karim.id)
})

describe('recovery codes', () => {
  test.each([
    ['created in the session that started the change are removed', true, 0],
    ['created earlier stay', false, 10],
  ])('%s, and the older app stays', async (_which, makesNew, left) => {
    const { app, owner } = testApp()
    const { user, phone } = await turnOnTotp(app, await signUp(app, 'amina'))
    const pending = cookieIn(await signIn(user.email, user.password), 'challenge')
    const second = await send('/api/sign-in/second-factor', { method: 'totp', code: phone() }, pending)
    const thief = withCookie(app, user, cookieIn(second))
    if (makesNew) expect((await thief.post('/api/factors/recovery-codes')).status).toBe(200)
    await undo(await startChange(thief))
    const { rows } = await owner.query(
      `select (select count(*)::int from recovery_codes where user_id = $1) as codes,
        (select count(*)::int from totps where user_id = $1) as apps`,
      [user.id],
    )
    expect(rows).toEqual([{ codes: left, apps: 1 }])
  })
})

describe('while the change can be undone, the former address stays reserved', () => {
  /** The former email of a user who has changed it. */
  async function changed(): Promise<string> {
    const amina = await signUp(testApp().app, 'amina')
    await startChange(amina)
    const token = await linkTo(testApp().app, `new.${amina.email}`, 'confirm_new_email')
    expect((await send('/api/email/confirm', { token }, amina.cookie)).status).toBe(200)
    return amina.email
  }

  test('against an email change to it', async () => {
    const former = await changed()
    const karim = await signUp(testApp().app, 'karim')
    expect((await karim.post('/api/email', { newEmail: former })).status).toBe(200)
    const token = await linkTo(testApp().app, former, 'confirm_new_email')
    const { status, body } = await send('/api/email/confirm', { token }, karim.cookie)
    expect([status, body.code]).toEqual([409, 'email_taken'])
  })

  test('against a sign-up with a wallet', async () => {
    const { app } = testApp()
    const email = await changed()
    const joined = await join(app, await enterBy(app, createWallet()), { ...freshNames('walla'), email })
    expect([joined.status, joined.body.code]).toEqual([409, 'email_taken'])
  })
})
