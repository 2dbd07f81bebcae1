/** The link "This wasn't me" of a security email, and what strangers and thieves can do with it. */
import { describe, expect, test } from 'vitest'
import { REMOVE_ADDITION_MINUTES } from '../../domain/accounts/accounts.ts'
import { hashToken } from './sessions/session-token.ts'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { cookieIn, savePasskey, turnOnTotp, withCookie } from '../testing/accounts/factors.ts'
import { enterBy, linkWallet } from '../testing/accounts/identities.ts'
import { lastMail, mailsTo } from '../testing/accounts/mails.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageAdditions, ageTokens } from '../testing/time-travel.ts'
import { linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createWallet } from '../testing/accounts/wallet.ts'

const testApp = useTestApp()

const post = (path: string, body: object, cookie = '') =>
  call(testApp().app, 'POST', path, { body, ...(cookie && { cookie }) })
const remove = (token: string, cookie = '') => post('/api/additions/remove', { token }, cookie)
const review = (token: string) => post('/api/additions/review', { token })
const signIn = ({ email }: Caller, password: string, cookie = '') => post('/api/sign-in', { email, password }, cookie)
const isSignedIn = async ({ cookie }: Caller) =>
  (await call(testApp().app, 'GET', '/api/session', { cookie })).body.user !== null
const passkeysOf = async ({ id }: Caller): Promise<string[]> =>
  (await testApp().owner.query('select id from passkeys where user_id = $1', [id])).rows.map((row) => row.id)
const codesOf = async ({ id }: Caller) =>
  (await testApp().owner.query('select hash from recovery_codes where user_id = $1 order by nr', [id])).rows
const createKey = (user: Caller) => user.post('/api/keys', { name: 'bot', scopes: ['trades'], expiresInDays: null })

/** Adds one thing as the user, and the kind of the email that reports it. */
const ADDITIONS = {
  totp: ['second_factor_added', async (user: Caller) => (await turnOnTotp(testApp().app, user)).user],
  passkey: ['second_factor_added', async (user: Caller) => (await savePasskey(testApp(), user)).user],
  wallet: ['sign_in_method_added', async (user: Caller) => (await linkWallet(user, createWallet()), user)],
  api_key: ['api_key_added', async (user: Caller) => (await createKey(user), user)],
  recovery_codes: [
    'recovery_codes_renewed',
    async (user: Caller) => {
      const { user: elevated } = await turnOnTotp(testApp().app, user)
      await elevated.post('/api/factors/recovery-codes')
      return elevated
    },
  ],
  device: [
    'new_device',
    async (user: Caller) => withCookie(testApp().app, user, cookieIn(await signIn(user, user.password))),
  ],
  password: [
    'password_changed',
    async (user: Caller) => {
      const body = { currentPassword: user.password, newPassword: 'what the thief likes' }
      return withCookie(testApp().app, user, cookieIn(await user.post('/api/password', body)))
    },
  ],
} as const

describe.each(Object.keys(ADDITIONS) as (keyof typeof ADDITIONS)[])('%s', (kind) => {
  test('the link says what it removes, removes it once, and ends every session and the password', async () => {
    const { app, owner } = testApp()
    const [mailKind, add] = ADDITIONS[kind]
    const amina = await signUp(app, 'amina')
    const thief = await add(amina)
    expect((await lastMail(owner, amina.email, mailKind)).values.link).toMatch(/^\/remove-addition#token=[\w-]{43}$/)
    const token = await linkTo(app, amina.email, mailKind)
    const addedAt = expect.stringMatching(/^\d{4}-/)
    for (let n = 0; n < 2; n++)
      expect((await review(token)).body).toEqual({ kind, addedAt, isPresent: true, isCurrentAddress: true })
    expect(await isSignedIn(thief)).toBe(true)
    const replies = await Promise.all([remove(token), remove(token)])
    expect(replies.map(({ body }) => body.code ?? body).toSorted(byText)).toEqual([
      { kind, wasPresent: true, isResetLinkSent: true },
      'link_invalid',
    ])
    expect(await isSignedIn(thief)).toBe(false)
    for (const password of [amina.password, 'what the thief likes'])
      expect((await signIn(amina, password)).body.code).toBe('credentials_wrong')
    expect((await owner.query('select 1 from devices where user_id = $1', [amina.id])).rows).toEqual([])
    const { rows } = await owner.query(
      `select 'totp' as kind from totps where user_id = $1 union all select 'passkey' from passkeys where user_id = $1
      union all select provider_id from identities where user_id = $1
      union all select 'api_key' from api_keys where user_id = $1`,
      [amina.id],
    )
    // Recovery codes were renewed by a user who had the app before.
    expect(rows).toEqual(kind === 'recovery_codes' ? [{ kind: 'totp' }] : [])
    expect((await review(token)).body.code).toBe('link_invalid')
    const link = await linkTo(app, amina.email, 'reset_password')
    expect((await post('/api/reset-password', { token: link, newPassword: 'a better password' })).status).toBe(200)
  })

  test('the link expires after seven days', async () => {
    const { app, owner } = testApp()
    const [mailKind, add] = ADDITIONS[kind]
    const amina = await signUp(app, 'amina')
    await add(amina)
    const token = await linkTo(app, amina.email, mailKind)
    await ageTokens(owner, amina.id, 'remove_addition', 7 * 24 * 60 - 1)
    expect((await review(token)).status).toBe(200)
    await ageTokens(owner, amina.id, 'remove_addition', 1)
    expect([(await review(token)).body.code, (await remove(token)).body.code]).toEqual(['link_invalid', 'link_invalid'])
  })
})

describe('exactly what the email reported', () => {
  test('each passkey has its own link, and another one stays', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const first = await savePasskey(place, amina, 'Phone')
    const token = await linkTo(place.app, amina.email, 'second_factor_added')
    const second = await savePasskey(place, first.user, 'Laptop')
    const later = await linkTo(place.app, amina.email, 'second_factor_added')
    expect((await remove(token)).body.wasPresent).toBe(true)
    expect(await passkeysOf(amina)).toEqual([second.id])
    expect((await remove(later)).body.wasPresent).toBe(true)
    expect(await passkeysOf(amina)).toEqual([])
  })

  test('an authenticator app that replaced it stays, and so does the wallet that was linked again', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const wallet = createWallet()
    await linkWallet(amina, wallet)
    const forWallet = await linkTo(app, amina.email, 'sign_in_method_added')
    const [{ id }] = (await amina.get('/api/identities')).body.identities
    await amina.delete(`/api/identities/${id}`)
    await linkWallet(amina, wallet)
    const { user } = await turnOnTotp(app, amina)
    const forApp = await linkTo(app, amina.email, 'second_factor_added')
    await user.post('/api/factors/totp/remove')
    const { user: again } = await turnOnTotp(app, user)
    expect((await review(forApp)).body).toMatchObject({ kind: 'totp', isPresent: false })
    expect((await remove(forApp)).body).toEqual({ kind: 'totp', wasPresent: false, isResetLinkSent: true })
    expect(await isSignedIn(again)).toBe(false)
    expect((await remove(forWallet)).body).toMatchObject({ kind: 'wallet', wasPresent: false })
    const { rows } = await owner.query(
      `select (select count(*)::int from totps where user_id = $1) as apps,
        (select count(*)::int from identities where user_id = $1 and provider_id = 'wallet') as wallets`,
      [amina.id],
    )
    expect(rows).toEqual([{ apps: 1, wallets: 1 }])
  })

  test('recovery codes that were issued with the factor go with it, although another factor stays', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const { user } = await turnOnTotp(place.app, amina)
    const token = await linkTo(place.app, amina.email, 'second_factor_added')
    await savePasskey(place, user)
    expect(await codesOf(amina)).toHaveLength(10)
    await remove(token)
    expect(await codesOf(amina)).toEqual([])
    expect(await passkeysOf(amina)).toHaveLength(1)
  })

  test('renewed codes give way to the former ones, without one that was used', async () => {
    const { app } = testApp()
    const { user: amina } = await turnOnTotp(app, await signUp(app, 'amina'))
    const before = await codesOf(amina)
    await amina.post('/api/factors/recovery-codes')
    expect((await remove(await linkTo(app, amina.email, 'recovery_codes_renewed'))).body.wasPresent).toBe(true)
    expect(await codesOf(amina)).toEqual(before)
  })

  test('devices from more than a week before stay known', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const home = await signIn(amina, amina.password)
    await ageAdditions(owner, amina.id, 8)
    await linkWallet(amina, createWallet())
    await signIn(amina, amina.password)
    await remove(await linkTo(app, amina.email, 'sign_in_method_added'))
    const { rows } = await owner.query('select hash from devices where user_id = $1', [amina.id])
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ hash: hashToken(cookieIn(home, 'device').slice('device='.length)) })
  })
})

describe('a thief', () => {
  test('with the password ends no link: not by removing, asking for links, a new password, or another address', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, createWallet())
    const token = await linkTo(app, amina.email, 'sign_in_method_added')
    await createKey(amina)
    await post('/api/forgot-password', { email: amina.email })
    await post('/api/sign-in/code/send', { email: amina.email })
    const changed = await amina.post('/api/password', { currentPassword: amina.password, newPassword: 'of the thief' })
    const thief = withCookie(app, amina, cookieIn(changed))
    const moved = `thief.${amina.email}`
    await thief.post('/api/email', { newEmail: moved })
    await post('/api/email/confirm', { token: await linkTo(app, moved, 'confirm_new_email') }, thief.cookie)
    await post('/api/forgot-password', { email: moved })
    const reset = await linkTo(app, moved, 'reset_password')
    expect((await post('/api/reset-password', { token: reset, newPassword: 'the thief again' })).status).toBe(200)
    expect((await remove(token)).body).toEqual({ kind: 'wallet', wasPresent: false, isResetLinkSent: false })
  })

  test('who has changed the address gets no link for a new password, and keeps no session', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, createWallet())
    const token = await linkTo(app, amina.email, 'sign_in_method_added')
    const moved = `thief.${amina.email}`
    await amina.post('/api/email', { newEmail: moved })
    await post('/api/email/confirm', { token: await linkTo(app, moved, 'confirm_new_email') }, amina.cookie)
    expect((await review(token)).body).toMatchObject({ kind: 'wallet', isPresent: true, isCurrentAddress: false })
    expect((await remove(token)).body).toEqual({ kind: 'wallet', wasPresent: true, isResetLinkSent: false })
    expect(await isSignedIn(amina)).toBe(false)
    expect((await mailsTo(owner, moved)).map(({ kind }) => kind)).not.toContain('reset_password')
  })

  test('with the mailbox removes no factor that is older than the links', async () => {
    const { app, owner } = testApp()
    const { user: amina } = await turnOnTotp(app, await signUp(app, 'amina'))
    const token = await linkTo(app, amina.email, 'second_factor_added')
    await ageAdditions(owner, amina.id, 7)
    await ageTokens(owner, amina.id, 'remove_addition', REMOVE_ADDITION_MINUTES)
    expect((await remove(token)).body.code).toBe('link_invalid')
    await signIn(amina, amina.password)
    await post('/api/forgot-password', { email: amina.email })
    const reset = await linkTo(app, amina.email, 'reset_password')
    expect((await post('/api/reset-password/review', { token: reset })).body.additions).toEqual([])
    await post('/api/reset-password', { token: reset, newPassword: 'of the thief' })
    expect((await signIn(amina, 'of the thief')).body.secondFactor.methods).toEqual(['totp', 'recovery_code'])
  })

  test('who signs in while the link is used ends without a session', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const wallet = createWallet()
    await linkWallet(amina, wallet)
    const token = await linkTo(app, amina.email, 'sign_in_method_added')
    const replies: Reply[] = await Promise.all([
      remove(token),
      ...Array.from({ length: 4 }, () => enterBy(app, wallet)),
      ...Array.from({ length: 4 }, () => signIn(amina, amina.password)),
    ])
    expect(replies[0]!.status).toBe(200)
    const { rows } = await owner.query('select 1 from sessions where user_id = $1', [amina.id])
    expect(rows).toEqual([])
  })

  test('with an open browser cannot read the links: no answer of the account contains one', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, createWallet())
    const token = await linkTo(app, amina.email, 'sign_in_method_added')
    const answers = await Promise.all([
      amina.post('/api/account/export'),
      ...['/api/identities', '/api/notifications', '/api/sign-ins'].map((path) => amina.get(path)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(token)
  })
})

describe('a stranger', () => {
  test('gets the same refusal for every unknown token, and opening the page’s address changes nothing', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, createWallet())
    const token = await linkTo(app, amina.email, 'sign_in_method_added')
    for (const path of ['/api/additions/review', '/api/additions/remove']) {
      const { status, body } = await post(path, { token: 'x'.repeat(43) })
      expect([status, body.code]).toEqual([409, 'link_invalid'])
      expect((await call(app, 'GET', `${path}?token=${token}`)).status).toBe(405)
    }
    expect((await review(token)).body.isPresent).toBe(true)
    expect(await isSignedIn(amina)).toBe(true)
  })

  test('finds no use for a link of another purpose', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, createWallet())
    const token = await linkTo(app, amina.email, 'sign_in_method_added')
    await post('/api/forgot-password', { email: amina.email })
    const reset = await linkTo(app, amina.email, 'reset_password')
    expect((await remove(reset)).body.code).toBe('link_invalid')
    for (const path of ['/api/email/undo', '/api/verify-email', '/api/reset-password/review'])
      expect((await post(path, { token })).body.code).toBe('link_invalid')
  })
})

function byText(a: unknown, b: unknown): number {
  return typeof a === typeof b ? 0 : typeof a === 'string' ? 1 : -1
}
