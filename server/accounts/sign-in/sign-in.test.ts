import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, startTestApp } from '../../testing/app.ts'
import type { Reply, TestApp } from '../../testing/app.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { openPool } from '../../db/pool.ts'
import { SYSTEM } from '../../db/scope.ts'
import { findViewer } from '../sessions/find-viewer.ts'

const FLOOD = 90
const SECRET = 'a secret of this test, long enough'

let place: TestApp
beforeAll(async () => {
  place = await startTestApp({ secret: SECRET })
})
afterAll(() => place.close())

function signIn(email: string, password: string, cookie?: string): Promise<Reply> {
  return call(place.app, 'POST', '/api/sign-in', { body: { email, password }, ...(cookie ? { cookie } : {}) })
}

async function whoIs(cookie: string): Promise<string | null> {
  const reply = await call(place.app, 'GET', '/api/session', { cookie })
  expect(reply.status).toBe(200)
  return reply.body.user?.username ?? null
}

function cookieOf(reply: Reply): string {
  return String(reply.headers['set-cookie']).split(';')[0]!
}

function tokenOf(cookie: string): string {
  return decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))
}

test('a user signs in with the email in upper or lower case', async () => {
  const amina = await signUp(place.app, 'amina')
  const reply = await signIn(amina.email.toUpperCase(), amina.password)
  expect(reply.status).toBe(200)
  expect(reply.body.user).toMatchObject({ id: amina.id, username: amina.username })
  expect(await whoIs(cookieOf(reply))).toBe(amina.username)
})

test('a wrong password and an unknown email get the same answer in the same time', async () => {
  const known: string[] = []
  while (known.length < 12) known.push((await signUp(place.app, 'amina')).email)
  const expected = { status: 401, code: 'credentials_wrong', message: 'Invalid email or password.', field: undefined }
  const differences: number[] = []
  // Equal durations can differ at times on a busy machine; unequal ones differ in every measurement.
  while (differences.length < 8 && !differences.some((difference) => difference < 0.1)) {
    await place.owner.query('delete from rate_limits')
    const times: [number[], number[]] = [[], []]
    for (const [round, email] of [...known, ...known].entries()) {
      const pair = [email, `unknown${round % known.length}@example.org`]
      for (const kind of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const start = performance.now()
        const { status, body } = await signIn(pair[kind]!, 'not the password')
        times[kind].push(performance.now() - start)
        expect({ status, code: body.code, message: body.message, field: body.field }).toEqual(expected)
      }
    }
    differences.push(Math.abs(median(times[0]) / median(times[1]) - 1))
  }
  expect(Math.min(...differences)).toBeLessThan(0.1)
})

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

test.each([
  ['', 'password', 'email', 'Email is required'],
  ['a@example.org', '', 'password', 'Password is required'],
])('requires both fields (%j, %j)', async (email, password, field, message) => {
  const reply = await signIn(email, password)
  expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, field, message])
})

test.each([['not an email'], ["' or 1=1 --"]])('%j is refused as wrong credentials', async (email) => {
  const reply = await signIn(email, 'whatever it is')
  expect([reply.status, reply.body.code]).toEqual([401, 'credentials_wrong'])
})

test('signing in opens a new session and ends the one the browser had', async () => {
  const amina = await signUp(place.app, 'amina')
  const cookie = cookieOf(await signIn(amina.email, amina.password, amina.cookie))
  expect(cookie).not.toBe(amina.cookie)
  expect(await whoIs(cookie)).toBe(amina.username)
  expect(await whoIs(amina.cookie)).toBeNull()
})

test('signing out ends the session permanently, and a second call succeeds', async () => {
  const amina = await signUp(place.app, 'amina')
  const out = await amina.post('/api/sign-out')
  expect(out).toMatchObject({ status: 200, body: { user: null } })
  expect(out.headers['clear-site-data']).toBe('"storage"')
  expect(out.headers['set-cookie']).toMatch(/^sid=; Max-Age=0; Path=\/; HttpOnly/)
  expect(await whoIs(amina.cookie)).toBeNull()
  expect((await amina.get('/api/my-offers')).body.code).toBe('signed_out')
  expect((await amina.post('/api/sign-out')).status).toBe(200)
})

test('a session survives a restart with the same SECRET', async () => {
  const amina = await signUp(place.app, 'amina')
  const pool = await openPool(place.database.appUrl, 2, SYSTEM)
  const token = tokenOf(amina.cookie)
  expect(await findViewer({ db: pool.db, secrets: { current: SECRET, previous: null } }, token)).toMatchObject({
    id: amina.id,
  })
  expect(
    await findViewer(
      { db: pool.db, secrets: { current: 'another secret, just as long as it was', previous: null } },
      token,
    ),
  ).toBeNull()
  await pool.close()
})

test('the database contains only the hash of a token, and neither the hash nor half a cookie opens a session', async () => {
  const amina = await signUp(place.app, 'amina')
  const [token = '', signature] = tokenOf(amina.cookie).split('.')
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const { rows } = await place.owner.query(
    'select token, host(ip_address::inet) as ip from sessions where user_id = $1',
    [amina.id],
  )
  expect(rows).toEqual([{ token: createHash('sha256').update(token).digest('base64url'), ip: '127.0.0.1' }])
  for (const value of [token, `${token}.`, `.${signature}`, `${rows[0].token}.${signature}`, 'x', '%']) {
    expect(await whoIs(`sid=${encodeURIComponent(value)}`)).toBeNull()
  }
})

test('a session ends after seven days without use or thirty days, and use extends it once a day', async () => {
  const amina = await signUp(place.app, 'amina')
  const age = async (days: number) => {
    const by = `interval '${days} days'`
    await place.owner.query(
      `update sessions set created_at = created_at - ${by}, updated_at = updated_at - ${by}, expires_at = expires_at - ${by} where user_id = $1`,
      [amina.id],
    )
  }
  const daysLeft = async () => {
    const { rows } = await place.owner.query(
      'select round(extract(epoch from expires_at - clock_timestamp()) / 86400)::int as days from sessions where user_id = $1',
      [amina.id],
    )
    return rows[0].days as number
  }
  expect(await daysLeft()).toBe(7)
  for (const expected of [7, 7, 7, 6]) {
    await age(6)
    expect(await whoIs(amina.cookie)).toBe(amina.username)
    expect(await daysLeft()).toBe(expected)
  }
  await age(7)
  expect(await whoIs(amina.cookie)).toBeNull()
})

test('a flood of sign-ins is answered or refused immediately, and other requests still succeed', async () => {
  const amina = await signUp(place.app, 'amina')
  const flood = Array.from({ length: FLOOD }, (_, n) => signIn(`flood${n}@example.org`, 'not the password'))
  const meanwhile = await amina.get('/api/session')
  expect(meanwhile.body.user.id).toBe(amina.id)
  const replies = await Promise.all(flood)
  const busy = replies.filter((reply) => reply.status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy.length).toBeLessThanOrEqual(FLOOD - 22)
  expect(busy.every((reply) => reply.body.code === 'busy' && reply.headers['retry-after'] === '1')).toBe(true)
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(FLOOD - busy.length)
  expect((await signIn(amina.email, amina.password)).status).toBe(200)
})

test('after ten wrong passwords an address waits for this email only, and other addresses do not wait', async () => {
  const [amina, karim] = [await signUp(place.app, 'amina'), await signUp(place.app, 'karim')]
  for (let n = 0; n < 10; n++) expect((await signIn(amina.email, 'not the password')).status).toBe(401)
  const refused = await signIn(amina.email, amina.password)
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn(karim.email, karim.password)).status).toBe(200)
  const elsewhere = await place.app.inject({
    method: 'POST',
    url: '/api/sign-in',
    remoteAddress: '203.0.113.9',
    payload: { email: amina.email, password: amina.password },
  })
  expect(elsewhere.statusCode).toBe(200)
})

test('successful sign-ins are not counted', async () => {
  const amina = await signUp(place.app, 'amina')
  for (let n = 0; n < 12; n++) expect((await signIn(amina.email, amina.password)).status).toBe(200)
})

test('a password composed by another device is the same one, and a hash of the form typed before is replaced', async () => {
  const [composed, decomposed] = ['Sésame été 2026', 'Se\u0301same e\u0301te\u0301\u00A02026']
  const amina = await signUp(place.app, 'amina')
  const change = { currentPassword: amina.password, newPassword: decomposed }
  expect((await amina.post('/api/password', change)).status).toBe(200)
  expect((await signIn(amina.email, composed)).status).toBe(200)
  expect((await signIn(amina.email, decomposed)).status).toBe(200)
  expect((await signIn(amina.email, 'Sesame ete 2026')).status).toBe(401)

  // As it was hashed before passwords had one form.
  const setRaw = async () =>
    place.owner.query(`update identities set password = $1 where user_id = $2 and provider_id = 'credential'`, [
      await hash(decomposed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      amina.id,
    ])
  await setRaw()
  expect((await signIn(amina.email, composed)).status).toBe(401)
  expect((await signIn(amina.email, decomposed)).status).toBe(200)
  expect((await signIn(amina.email, composed)).status).toBe(200)
})

test('the email of a sign-in is read like that of the registration', async () => {
  const amina = await signUp(place.app, 'amina')
  for (const email of [` ${amina.email}\u200B`, `mailto:${amina.email}`, `Amina <${amina.email.toUpperCase()}>`])
    expect([email, (await signIn(email, amina.password)).status]).toEqual([email, 200])
})
