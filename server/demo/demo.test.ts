/** The demonstration: its staff can sign in with a code that only the server's machine has, and every status has a trade. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { TRADE_STATUSES } from '../../domain/trades/trades.ts'
import { asSystem } from '../db/scope.ts'
import { presentCode } from '../accounts/factors/totp.ts'
import { call } from '../testing/app.ts'
import { cookieIn } from '../testing/accounts/factors.ts'
import { cookieOf, linkTo, signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { violations } from '../testing/violations.ts'
import { demoTotpSecret } from './demo-codes.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts'
import { seedDemo } from './seed.ts'
import { seedDemoStaff } from './seed-staff.ts'
import { plainEnvironment } from '../testing/plain-environment.ts'

const testApp = useTestApp({ demo: true })
const STAFF = DEMO_USERS.filter(({ role }) => role !== null)

function seed(): Promise<void> {
  const { context, database } = testApp()
  return asSystem('demonstration', () => seedDemo(context, database.ownerUrl))
}

async function signIn(username: string): Promise<string> {
  const { app, context } = testApp()
  const { email } = DEMO_USERS.find((user) => user.username === username)!
  const cookie = cookieOf(await call(app, 'POST', '/api/sign-in', { body: { email, password: DEMO_PASSWORD } }))
  const { code } = presentCode(demoTotpSecret(context.secrets.current, username), new Date())
  const reply = await call(app, 'POST', '/api/sign-in/second-factor', { cookie, body: { method: 'totp', code } })
  expect([username, reply.status]).toEqual([username, 200])
  return cookieIn(reply)
}

beforeAll(seed)

test('every status in which a trade can rest has one, and a second start adds nothing', async () => {
  const { owner } = testApp()
  const statuses = async () =>
    (await owner.query('select status, count(*)::int as trades from trades group by status order by status')).rows
  const first = await statuses()
  const resting = TRADE_STATUSES.filter((status) => status !== 'payment_confirmed')
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set(resting))
  await seed()
  expect(await statuses()).toEqual(first)
  expect(await violations(owner)).toEqual([])
})

test('an arbiter signs in and finds a case that waits for a decision and one that waits for a statement', async () => {
  const { app } = testApp()
  const cookie = await signIn('nour_b')
  const { body } = await call(app, 'GET', '/api/staff/disputes', { cookie })
  expect(body.cases.map(({ status, conflict, isTaken }: any) => [status, conflict, isTaken]).toSorted()).toEqual([
    ['deciding', null, false],
    ['statements', null, false],
  ])
})

test('the admin and the other arbiter have their roles, and no staff account can be deleted', async () => {
  const { app } = testApp()
  for (const { username, role } of STAFF.filter((user) => user.username !== 'nour_b')) {
    const cookie = await signIn(username)
    expect((await call(app, 'GET', '/api/session', { cookie })).body.user.roles).toEqual([role])
    const reply = await call(app, 'POST', '/api/account/delete', { cookie, body: { username } })
    expect(reply.body.code).toBe('demo_account_protected')
  }
})

test('a visitor who resets a staff password from the public mail page does not get past the authenticator app', async () => {
  const { app } = testApp()
  const { email } = STAFF[1]!
  await call(app, 'POST', '/api/forgot-password', { body: { email } })
  const token = await linkTo(app, email, 'reset_password')
  const body = { token, newPassword: 'a password of a visitor', removesRecent: true }
  expect((await call(app, 'POST', '/api/reset-password', { body })).status).toBe(200)
  const reply = await call(app, 'POST', '/api/sign-in', { body: { email, password: body.newPassword } })
  expect([reply.status, reply.body.user ?? null]).toEqual([200, null])
})

describe('no role', () => {
  test('without the login that owns the database', async () => {
    const { context, owner } = testApp()
    await owner.query('delete from staff_members')
    await asSystem('demonstration', () => seedDemoStaff(context, null))
    expect((await owner.query('select from staff_members')).rowCount).toBe(0)
    await seed()
    expect((await owner.query('select from staff_members')).rowCount).toBe(STAFF.length)
  })

  test('for an account with a demo name and another authenticator app', async () => {
    const { context, owner, database } = testApp()
    await owner.query('delete from staff_members')
    const secrets = { current: 'another secret of thirty-two bytes', previous: null }
    await asSystem('demonstration', () => seedDemoStaff({ ...context, secrets }, database.ownerUrl))
    expect((await owner.query('select from staff_members')).rowCount).toBe(0)
    await seed()
  })

  test('outside demo mode: the seed throws', async () => {
    const { context, database } = testApp()
    const config = { ...context.config, demo: false }
    await expect(seedDemo({ ...context, config })).rejects.toThrow('outside demo mode')
    await expect(seedDemoStaff({ ...context, config }, database.ownerUrl)).rejects.toThrow('outside demo mode')
  })
})

test('lists of offers and public pages label its traders, and not a visitor who registers', async () => {
  const { app } = testApp()
  const visitor = await signUp(app, 'visitor')
  const { body } = await visitor.get('/api/offers?type=sell')
  expect(body.offers.length).toBeGreaterThan(1)
  expect(new Set(body.offers.map(({ owner }: any) => owner.isDemo))).toEqual(new Set([true]))
  for (const [username, isDemo] of [
    ['amina_tn', true],
    [visitor.username, false],
  ])
    expect((await visitor.get(`/api/traders/${username}`)).body).toMatchObject({ username, isDemo })
})

test('after the server’s secret was replaced, the app is that of the new secret', async () => {
  const { context, owner, database } = testApp()
  const former = context.secrets.current
  const read = async () => (await owner.query('select sealed from totps order by user_id')).rows
  const before = await read()
  const secrets = { current: 'the next secret, of thirty-two bytes', previous: former }
  await asSystem('demonstration', () => seedDemoStaff({ ...context, secrets }, database.ownerUrl))
  expect(await read()).not.toEqual(before)
  const back = { current: former, previous: secrets.current }
  await asSystem('demonstration', () => seedDemoStaff({ ...context, secrets: back }, database.ownerUrl))
})

describe('npm run demo:code', () => {
  const SECRET = 'a secret of the test, of thirty-two bytes'

  function demoCode(name: string, env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
    const script = fileURLToPath(new URL('../../scripts/demo-code.ts', import.meta.url))
    return new Promise((done) => {
      execFile(process.execPath, [script, name], { env: { ...plainEnvironment(), ...env } }, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      )
    })
  }

  test('prints the present code', async () => {
    const codes = () => presentCode(demoTotpSecret(SECRET, 'nour_b'), new Date()).code
    const before = codes()
    const { code, out } = await demoCode('nour_b', { SECRET })
    expect(code).toBe(0)
    expect([before, codes()]).toContain(out.slice(0, 6))
  })

  test('is refused outside demo mode, for a trader and for an unknown name', async () => {
    const refused = await demoCode('nour_b', { SECRET, DEMO: '0', RATES: 'fixed' })
    expect([refused.code, refused.out, refused.err]).toEqual([1, '', expect.stringContaining('demo mode only')])
    for (const name of ['amina_tn', 'unknown']) expect((await demoCode(name, { SECRET })).code).toBe(1)
  })
})
