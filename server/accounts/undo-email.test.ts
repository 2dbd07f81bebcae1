/** Undoing an email change: the attacker who started it loses all access. */
import { describe, expect, test } from 'vitest'
import { RECOVERY_DAYS, UNDO_EMAIL_MINUTES } from '../../domain/accounts/accounts.ts'
import { call } from '../testing/app.ts'
import { cookieIn, savePasskey, turnOnTotp, withCookie } from '../testing/accounts/factors.ts'
import { freshNames } from '../testing/accounts/fresh-names.ts'
import { enterBy, join, linkWallet } from '../testing/accounts/identities.ts'
import { lastMail } from '../testing/accounts/mails.ts'
import { linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageAdditions, asOutsider } from '../testing/time-travel.ts'
import { createWallet } from '../testing/accounts/wallet.ts'

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

test('the link works once, also for two concurrent calls, and expires seven days after the confirmation link', async () => {
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
    ['replaced by the thief in another session are valid again', true],
    ['created earlier stay', false],
  ])('%s, and the older app stays', async (_which, makesNew) => {
    const { app, owner } = testApp()
    const { user, phone } = await turnOnTotp(app, await signUp(app, 'amina'))
    await ageAdditions(owner, user.id, RECOVERY_DAYS)
    const codesOf = async () =>
      (await owner.query('select hash from recovery_codes where user_id = $1 order by nr', [user.id])).rows
    const before = await codesOf()
    const pending = cookieIn(await signIn(user.email, user.password), 'challenge')
    const second = await send('/api/sign-in/second-factor', { method: 'totp', code: phone() }, pending)
    const thief = withCookie(app, user, cookieIn(second))
    if (makesNew) {
      expect((await thief.post('/api/factors/recovery-codes')).status).toBe(200)
      expect(await codesOf()).not.toEqual(before)
    }
    await undo(await startChange(thief))
    expect(await codesOf()).toEqual(before)
    expect((await owner.query('select 1 from totps where user_id = $1', [user.id])).rows).toHaveLength(1)
  })
})

describe('whatever the thief has added in another session than the one that changes the email is removed', () => {
  test('a wallet linked before, in a session that has ended', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const amina = await signUp(app, 'amina')
    const first = withCookie(app, amina, cookieIn(await signIn(amina.email, amina.password)))
    await linkWallet(first, wallet)
    await first.post('/api/sign-out')
    const second = withCookie(app, amina, cookieIn(await signIn(amina.email, amina.password)))
    await undo(await startChange(second))
    expect((await enterBy(app, wallet)).body.user).toBeNull()
  })

  test('a passkey and an authenticator app added before, and a wallet linked after the change was confirmed', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const { user: withPasskey, device } = await savePasskey(place, amina)
    const { user: withApp } = await turnOnTotp(place.app, withPasskey)
    const options = (await send('/api/sign-in/passkey/start', {})).body
    const second = withCookie(place.app, withApp, cookieIn(await send('/api/sign-in/passkey', device.get(options))))
    const token = await startChange(second)
    const confirm = await linkTo(place.app, `new.${amina.email}`, 'confirm_new_email')
    expect((await send('/api/email/confirm', { token: confirm }, second.cookie)).status).toBe(200)
    const wallet = createWallet()
    expect((await linkWallet(second, wallet)).status).toBe(200)
    await undo(token)
    const again = (await send('/api/sign-in/passkey/start', {})).body
    expect((await send('/api/sign-in/passkey', device.get(again))).body.code).toBe('passkey_refused')
    expect((await enterBy(place.app, wallet)).body.user).toBeNull()
    const link = await linkTo(place.app, amina.email, 'reset_password')
    expect((await send('/api/reset-password', { token: link, newPassword: 'a better password' })).status).toBe(200)
    expect((await signIn(amina.email, 'a better password')).body.user.email).toBe(amina.email)
  })
})

test('the link sent with the confirmation undoes the change too; afterwards no link of the change is valid', async () => {
  const { app, owner } = testApp()
  const amina = await signUp(app, 'amina')
  const first = await startChange(amina)
  const confirm = await linkTo(app, `new.${amina.email}`, 'confirm_new_email')
  expect((await send('/api/email/confirm', { token: confirm }, amina.cookie)).status).toBe(200)
  await undo(await linkTo(app, amina.email, 'email_changed'))
  expect((await send('/api/email/undo', { token: first })).body.code).toBe('link_invalid')
  const mail = await lastMail(owner, `new.${amina.email}`, 'email_change_undone')
  expect(mail.values).toEqual({ newEmail: amina.email })
})

test('links that were sent to the thief’s address end no session of the owner afterwards', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  const token = await startChange(amina)
  const confirm = await linkTo(app, `new.${amina.email}`, 'confirm_new_email')
  await send('/api/email/confirm', { token: confirm }, amina.cookie)
  await linkWallet(amina, createWallet())
  const thiefs = await linkTo(app, `new.${amina.email}`, 'sign_in_method_added')
  await undo(token)
  expect((await send('/api/additions/remove', { token: thiefs })).body.code).toBe('link_invalid')
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
