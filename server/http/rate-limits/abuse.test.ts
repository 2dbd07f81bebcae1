/** Password guessing, floods and stolen cookies: the limits slow down the attacker, and not the user. */
import { expect, test } from 'vitest'
import { UNDO_EMAIL_MINUTES } from '../../../domain/accounts/accounts.ts'
import { sql } from '../../db/pool.ts'
import { purgeExpiredRows } from '../../jobs/purge-expired-rows.ts'
import { call } from '../../testing/app.ts'
import type { Reply } from '../../testing/app.ts'
import { lastMail, mailsTo } from '../../testing/accounts/mails.ts'
import { cookieOf, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { createRateLimits } from './rate-limits.ts'
import { networkOf } from '../network.ts'

const testApp = useTestApp()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

type From = { cookie?: string; address?: string; agent?: string }

async function signIn(email: string, password: string, { cookie, address, agent }: From = {}): Promise<Reply> {
  const reply = await testApp().app.inject({
    method: 'POST',
    url: '/api/sign-in',
    remoteAddress: address ?? '127.0.0.1',
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie ? { cookie } : {}),
      ...(agent ? { 'user-agent': agent } : {}),
    },
    payload: { email, password },
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

/** The device cookie, without the session cookie. */
function deviceOf(reply: Reply): string {
  const cookies = [reply.headers['set-cookie']].flat().map(String)
  return cookies.find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? ''
}

const outcome = ({ status, body }: Reply) => [status, body.code]
const waitOf = (reply: Reply) => Number(reply.headers['retry-after'])
const kindsTo = async ({ email }: Caller) => (await mailsTo(testApp().owner, email)).map((mail) => mail.kind)

async function letTimePass(seconds: number): Promise<void> {
  const by = `interval '${seconds} seconds'`
  await testApp().owner.query(
    `update rate_limits set blocked_until = blocked_until - ${by}, window_ends_at = window_ends_at - ${by}`,
  )
}

test('after twenty wrong passwords from any address, the right one from a known device works', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const home = deviceOf(await signIn(amina.email, amina.password))
  for (const address of ['203.0.113.7', '127.0.0.1']) {
    const replies: Reply[] = []
    while (replies.length < 20) replies.push(await signIn(amina.email, 'not it', { address }))
    expect(replies.map((reply) => reply.status)).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
    expect(outcome(await signIn(amina.email, amina.password, { address }))).toEqual([429, 'rate_limited'])
  }
  expect((await signIn(amina.email, amina.password, { cookie: home })).status).toBe(200)
  expect((await signIn(amina.email, amina.password, { address: '198.51.100.4' })).status).toBe(200)
})

test('after the tenth wrong password each attempt waits twice as long, at most 15 minutes, and the account is not locked', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const address = '203.0.113.20'
  for (let n = 0; n < 10; n++) await signIn(amina.email, 'not it', { address })
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    const refused = await signIn(amina.email, amina.password, { address })
    expect(refused.status).toBe(429)
    expect(waitOf(refused)).toBeGreaterThan(minutes * 60 - 30)
    expect(waitOf(refused)).toBeLessThanOrEqual(minutes * 60)
    await letTimePass(minutes * 60)
    expect((await signIn(amina.email, 'not it', { address })).status).toBe(401)
  }
  await letTimePass(15 * 60)
  expect((await signIn(amina.email, amina.password, { address })).status).toBe(200)
  expect((await signIn(amina.email, 'not it', { address })).status).toBe(401)
})

test('forty concurrent guesses are counted like successive ones', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => signIn(amina.email, `guess ${n}`, { address: '203.0.113.30' })),
  )
  expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(10)
  expect(replies.filter((reply) => reply.status === 429).length).toBeGreaterThanOrEqual(30)
})

test('another spelling of the email counts as the same account', async () => {
  const { email } = await signUp(testApp().app, 'kelvin')
  // The last begins with the Kelvin sign, whose lower case is k.
  const spellings = [email, email.toUpperCase(), email.replace('k', 'K'), email.replace('k', '\u212a')]
  const replies: Reply[] = []
  while (replies.length < 11) replies.push(await signIn(spellings[replies.length % spellings.length]!, 'not it'))
  expect(replies.map((reply) => reply.status)).toEqual([...Array(10).fill(401), 429])
})

test('a hundred wrong passwords an hour lock the password for all networks; known devices and emailed codes still work', async () => {
  const { app, context } = testApp()
  const amina = await signUp(app, 'amina')
  const home = deviceOf(await signIn(amina.email, amina.password))
  for (let n = 0; n < 100; n++) await context.limits.consume(context.db, 'wrong_passwords_per_account', amina.email)
  const elsewhere = await signIn(amina.email, amina.password, { address: '203.0.113.99' })
  expect(outcome(elsewhere)).toEqual([429, 'rate_limited'])
  expect((await signIn(amina.email, amina.password, { cookie: home })).status).toBe(200)
  const { codeId } = (await call(app, 'POST', '/api/sign-in/code/send', { body: { email: amina.email } })).body
  const { code } = (await lastMail(testApp().owner, amina.email, 'sign_in_code')).values
  const mailed = await call(app, 'POST', '/api/sign-in/code', { body: { email: amina.email, codeId, code } })
  expect(mailed.status).toBe(200)
})

test('an unknown email has the same limits as a known one', async () => {
  const email = 'unknown@example.org'
  const replies: Reply[] = []
  while (replies.length < 11) replies.push(await signIn(email, 'not it'))
  expect(replies.map((reply) => reply.status)).toEqual([...Array(10).fill(401), 429])
})

test('a common password is refused at registration and at a password change', async () => {
  const { app } = testApp()
  const register = (changes: object) =>
    call(app, 'POST', '/api/register', {
      body: {
        username: 'Common_one',
        email: 'common.one@example.org',
        password: 'password123',
        confirmPassword: 'password123',
        acceptsTerms: true,
        ...changes,
      },
    })
  const refused = await register({})
  expect([...outcome(refused), refused.body.field]).toEqual([400, 'invalid_input', 'password'])
  for (const password of ['Common_One1', '12common.one', 'SARRAF!!']) {
    expect(outcome(await register({ password, confirmPassword: password }))).toEqual([400, 'invalid_input'])
  }
  const amina = await signUp(app, 'amina')
  const change = { currentPassword: amina.password, newPassword: 'Iloveyou' }
  const { status, body } = await amina.post('/api/password', change)
  expect([status, body.field]).toEqual([400, 'newPassword'])
})

test('a limit allows its number of calls, also concurrent ones, and resets after its window', async () => {
  const { db } = testApp().context
  const limits = createRateLimits('another key of this test alone', true)
  const consume = () =>
    limits.consume(db, 'wrong_passwords_per_account', 'amina@example.org').then(
      () => true,
      () => false,
    )
  const results = await Promise.all(Array.from({ length: 130 }, consume))
  expect(results.filter(Boolean)).toHaveLength(100)
  await letTimePass(60 * 60)
  expect(await consume()).toBe(true)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a sign-in on a new device is reported by email and marked in the history; the first one and known devices are not', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const first = await signIn(amina.email, amina.password, { agent: FIREFOX })
  expect((await lastMail(testApp().owner, amina.email, 'new_device')).values).toMatchObject({
    browser: 'Firefox',
    system: 'Linux',
  })
  const again = await signIn(amina.email, amina.password, { agent: FIREFOX, cookie: deviceOf(first) })
  expect((await kindsTo(amina)).filter((kind) => kind === 'new_device')).toHaveLength(1)
  await signIn(amina.email, 'not it', { agent: FIREFOX })
  const { body } = await call(testApp().app, 'GET', '/api/sign-ins', { cookie: cookieOf(again) })
  const line = { browser: 'Firefox', system: 'Linux', at: expect.any(String), id: expect.any(String) }
  expect(body.signIns).toEqual([
    { ...line, method: 'password', outcome: 'refused', isNewDevice: false },
    { ...line, method: 'password', outcome: 'signed_in', isNewDevice: false },
    { ...line, method: 'password', outcome: 'signed_in', isNewDevice: true },
    { ...line, browser: null, system: null, method: 'registration', outcome: 'signed_in', isNewDevice: false },
  ])
})

test('the history shows the user’s own sign-ins, and is purged after 90 days', async () => {
  const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
  await asOutsider(testApp().owner, [
    `update sign_ins set at = at - interval '91 days' where user_id = '${amina.id}'`,
    `update devices set last_used_at = last_used_at - interval '401 days' where user_id = '${amina.id}'`,
  ])
  await purgeExpiredRows(testApp().context.db)
  expect((await amina.get('/api/sign-ins')).body.signIns).toEqual([])
  expect((await karim.get('/api/sign-ins')).body.signIns).toHaveLength(1)
})

test('a planted or outdated device cookie makes no browser a known device', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const planted = `device=${'p'.repeat(43)}`
  const reply = await signIn(amina.email, amina.password, { cookie: planted })
  expect(deviceOf(reply)).not.toBe(planted)
  await signIn(amina.email, amina.password, { cookie: deviceOf(reply) })
  const mailed = async () => (await kindsTo(amina)).filter((kind) => kind === 'new_device').length
  expect(await mailed()).toBe(1)
  await signIn(amina.email, amina.password, { cookie: planted })
  await signIn(amina.email, amina.password, { cookie: deviceOf(reply) })
  expect(await mailed()).toBe(3)
})

test('a browser stays a known device for two users', async () => {
  const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
  let cookie = deviceOf(await signIn(amina.email, amina.password))
  cookie = deviceOf(await signIn(karim.email, karim.password, { cookie }))
  cookie = deviceOf(await signIn(amina.email, amina.password, { cookie }))
  await signIn(karim.email, karim.password, { cookie })
  for (const user of [amina, karim])
    expect((await kindsTo(user)).filter((kind) => kind === 'new_device')).toHaveLength(1)
})

test('a browser stays known to its other user when one of them changes their password in it', async () => {
  const { app } = testApp()
  const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
  const known = deviceOf(await signIn(karim.email, karim.password))
  const signedIn = await signIn(amina.email, amina.password, { cookie: known })
  const changed = await call(app, 'POST', '/api/password', {
    cookie: `${cookieOf(signedIn)}; ${deviceOf(signedIn)}`,
    body: { currentPassword: amina.password, newPassword: 'a better password' },
  })
  expect(changed.status).toBe(200)
  await signIn(karim.email, karim.password, { cookie: deviceOf(changed) })
  expect((await kindsTo(karim)).filter((kind) => kind === 'new_device')).toHaveLength(1)
})

test('the tables contain no address and no email of the counted calls', async () => {
  await signIn('counted@example.org', 'not it', { address: '203.0.113.77' })
  const { rows } = await testApp().owner.query('select rate_limits::text as text from rate_limits')
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toMatch(/example|203\.0/)
})

test.each([
  ['rewrite the sign-in history', "update sign_ins set outcome = 'signed_in'"],
  ['extend a token', "update one_time_tokens set expires_at = expires_at + interval '1 hour'"],
  ['give a token to another user', 'update one_time_tokens set user_id = null'],
  ['give a device to another user', 'update devices set user_id = gen_random_uuid()'],
])('the server’s database role cannot %s', async (_what, statement) => {
  await signUp(testApp().app, 'amina', { isVerified: false })
  await expect(sql.raw(statement).execute(testApp().context.db)).rejects.toThrow('permission denied')
})

test.each([
  [
    'one_time_tokens_life',
    "insert into one_time_tokens (purpose, hash, expires_at) values ('reset_password', 'x', clock_timestamp() + interval '26 hours')",
  ],
  [
    'one_time_tokens_life',
    `update one_time_tokens set purpose = 'undo_email_change',
       expires_at = created_at + interval '${UNDO_EMAIL_MINUTES + 31} minutes'`,
  ],
  ['one_time_tokens_attempts', 'update one_time_tokens set attempts_left = 6'],
  [
    'one_time_tokens_purpose',
    "update one_time_tokens set purpose = 'anything', expires_at = created_at + interval '1 hour'",
  ],
  ['devices_hash_form', "update devices set hash = 'as it is'"],
  [
    'rate_limits_key_form',
    "insert into rate_limits (key, used, window_ends_at) values ('a@example.org', 1, clock_timestamp())",
  ],
  ['rate_limits_used', 'update rate_limits set used = -1'],
])('the constraint %s holds for every role', async (constraint, statement) => {
  await signUp(testApp().app, 'amina', { isVerified: false })
  await signIn('samira@example.org', 'not it', { address: '203.0.113.88' })
  await expect(testApp().owner.query(statement)).rejects.toMatchObject({ constraint })
})
