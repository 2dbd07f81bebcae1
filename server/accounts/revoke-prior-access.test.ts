/**
 * Account pre-hijacking: an attacker prepares an account with another user's unverified email. When the mailbox's owner signs in,
 * the attacker's access ends. Registration requires an emailed code, so only accounts from before that rule can be unverified.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { cookieIn, withCookie } from '../testing/accounts/factors.ts'
import { lastMail, mailsTo } from '../testing/accounts/mails.ts'
import { linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { hashToken } from './sessions/session-token.ts'

const testApp = useTestApp()

const post = (path: string, body: object, cookie?: string) =>
  call(testApp().app, 'POST', path, { body, ...(cookie === undefined ? {} : { cookie }) })
const userOf = async (cookie: string) => (await call(testApp().app, 'GET', '/api/session', { cookie })).body.user
const signIn = ({ email, password }: Pick<Caller, 'email' | 'password'>, cookie?: string) =>
  post('/api/sign-in', { email, password }, cookie)

async function enterByCode(email: string, cookie?: string): Promise<Reply> {
  const { codeId } = (await post('/api/sign-in/code/send', { email })).body
  const { code } = (await lastMail(testApp().owner, email, 'sign_in_code')).values
  return post('/api/sign-in/code', { email, codeId, code }, cookie)
}

async function resetPassword(email: string): Promise<Reply> {
  await post('/api/forgot-password', { email })
  const token = await linkTo(testApp().app, email, 'reset_password')
  return post('/api/reset-password', { token, newPassword: 'the owner’s own' })
}

async function providersOf({ id }: Caller): Promise<string[]> {
  const { rows } = await testApp().owner.query('select provider_id from identities where user_id = $1', [id])
  return rows.map((row) => row.provider_id)
}

/** Gives the attacker an API key and a linked identity, which both need a verified email, directly in the database. */
async function plant({ id }: Caller): Promise<void> {
  const { owner } = testApp()
  await owner.query(
    `insert into api_keys (user_id, nr, name, hash, prefix, scopes)
     values ($1, 1, 'mine', $2, 'abcdefgh', '{read}')`,
    [id, hashToken(id)],
  )
  await owner.query("insert into identities (user_id, provider_id, account_id) values ($1, 'google', $2)", [id, id])
}

const countOf = async (table: 'sessions' | 'api_keys', { id }: Caller) =>
  (await testApp().owner.query(`select count(*)::int as n from ${table} where user_id = $1`, [id])).rows[0].n

describe.each(['with an emailed code', 'with a new password'] as const)('the owner signs in %s', (how) => {
  let attacker: Caller
  let second: Reply
  let newEmail: string
  let arrived: Reply
  beforeEach(async () => {
    attacker = await signUp(testApp().app, 'attacker', { isVerified: false })
    second = await signIn(attacker)
    await plant(attacker)
    newEmail = `evil_${crypto.randomUUID().slice(0, 8)}@example.org`
    await attacker.post('/api/email', { newEmail })
    arrived = await (how === 'with an emailed code' ? enterByCode(attacker.email) : resetPassword(attacker.email))
  })

  test('the attacker’s sessions and API key have ended, and the attacker’s password and identity no longer sign in', async () => {
    expect(arrived.status).toBe(200)
    expect([await userOf(attacker.cookie), await userOf(cookieIn(second))]).toEqual([null, null])
    expect((await signIn(attacker)).body.code).toBe('credentials_wrong')
    expect(await countOf('api_keys', attacker)).toBe(0)
    expect(await providersOf(attacker)).toEqual(how === 'with an emailed code' ? [] : ['credential'])
  })

  test('a pending email change cannot be confirmed', async () => {
    const token = await linkTo(testApp().app, newEmail, 'confirm_new_email')
    expect((await post('/api/email/confirm', { token })).body.code).toBe('link_invalid')
  })

  test('the attacker’s browser is no known device', async () => {
    const { rows } = await testApp().owner.query('select hash from devices where user_id = $1', [attacker.id])
    expect(rows).toEqual([{ hash: hashToken(cookieIn(arrived, 'device').slice('device='.length)) }])
    expect(cookieIn(second, 'device')).not.toBe(cookieIn(arrived, 'device'))
  })
})

test('an emailed code signs the owner in, verifies the email and reports it by email; the owner sets a password', async () => {
  const { app, owner } = testApp()
  const attacker = await signUp(app, 'attacker', { isVerified: false })
  const arrived = await enterByCode(attacker.email)
  expect(arrived.body.user).toMatchObject({ id: attacker.id, isVerified: true })
  expect((await mailsTo(owner, attacker.email)).map(({ kind }) => kind)).toContain('prior_access_revoked')
  const user = withCookie(app, attacker, cookieIn(arrived))
  expect((await user.get('/api/factors')).body.hasPassword).toBe(false)
  expect((await resetPassword(attacker.email)).status).toBe(200)
  expect((await signIn({ email: attacker.email, password: 'the owner’s own' })).body.user.id).toBe(attacker.id)
})

test('an attacker who signs in repeatedly while the owner signs in ends without a session', async () => {
  const attacker = await signUp(testApp().app, 'attacker', { isVerified: false })
  const { email } = attacker
  const { codeId } = (await post('/api/sign-in/code/send', { email })).body
  const { code } = (await lastMail(testApp().owner, email, 'sign_in_code')).values
  const [arrived, ...replies] = await Promise.all([
    post('/api/sign-in/code', { email, codeId, code }),
    ...Array.from({ length: 8 }, () => signIn(attacker)),
  ])
  for (const reply of replies) if (cookieIn(reply)) expect(await userOf(cookieIn(reply))).toBeNull()
  expect((await userOf(cookieIn(arrived))).id).toBe(attacker.id)
  expect(await countOf('sessions', attacker)).toBe(1)
  expect(await providersOf(attacker)).toEqual([])
})

describe('nothing is revoked for', () => {
  test('an owner who signs in with an emailed code in the browser that registered', async () => {
    const amina = await signUp(testApp().app, 'amina', { isVerified: false })
    const home = await signIn(amina)
    expect((await enterByCode(amina.email, cookieIn(home, 'device'))).status).toBe(200)
    expect((await signIn(amina)).status).toBe(200)
    expect(await userOf(cookieIn(home))).toMatchObject({ isVerified: true })
  })

  test('an owner whose email is verified', async () => {
    const amina = await signUp(testApp().app, 'amina')
    expect((await enterByCode(amina.email)).status).toBe(200)
    expect(await userOf(amina.cookie)).not.toBeNull()
    expect((await signIn(amina)).status).toBe(200)
  })
})

test.each([
  ['/api/factors/totp/start', {}],
  ['/api/factors/passkeys/start', {}],
  ['/api/keys', { name: 'mine', scopes: ['read'], expiresInDays: 30 }],
])('%s needs a verified email', async (path, body) => {
  const attacker = await signUp(testApp().app, 'attacker', { isVerified: false })
  const reply = await attacker.post(path, body)
  expect([reply.status, reply.body.code]).toEqual([403, 'email_unverified'])
})
