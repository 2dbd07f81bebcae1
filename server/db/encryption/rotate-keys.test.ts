/** Both secrets side by side, and the command that makes the former one unnecessary. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { openContext } from '../../context.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../pool.ts'
import { SYSTEM } from '../scope.ts'
import { issueCode, redeemCode } from '../../accounts/one-time-tokens/codes.ts'
import { call } from '../../testing/app.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { verifyTotp } from '../../accounts/factors/totp.ts'
import { turnOnTotp } from '../../testing/accounts/factors.ts'
import { TEST_SECRET as OLD } from '../../testing/accounts/secret.ts'
import { useTestApp } from '../../testing/suite.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { isCurrent, open } from './envelope.ts'
import { isOfSuspended, listIfSuspended } from '../../accounts/suspended-emails.ts'
import { createStaffUser } from '../../testing/accounts/staff.ts'
import { createKeyring } from './keyring.ts'
import { totpPlace } from './sealed-columns.ts'
import { plainEnvironment } from '../../testing/plain-environment.ts'

const NEW = 'the secret that comes after it, just as long'
const SCRIPT = fileURLToPath(new URL('../../../scripts/rotate-keys.ts', import.meta.url))

const testApp = useTestApp()

type Ended = { code: number; out: string; err: string }

function rotateKeys(settings: NodeJS.ProcessEnv): Promise<Ended> {
  const env = { ...plainEnvironment(), DATABASE_OWNER_URL: testApp().database.ownerUrl, ...settings }
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT], { env }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

async function withSecrets<T>(secret: string, previousSecret: string | null, work: (context: Context) => Promise<T>) {
  const context = await openContext(
    { ...testApp().context.config, secret, previousSecret },
    testApp().database.appUrl,
    SYSTEM,
  )
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}

/** Signs the cookie’s owner in or not, and returns the cookie that the answer sets. */
async function visit(context: Context, cookie: string): Promise<{ username: string | null; cookie: string | null }> {
  const app = await buildApp(context)
  const reply = await call(app, 'GET', '/api/session', { cookie })
  await app.close()
  return {
    username: reply.body.user?.username ?? null,
    cookie: reply.headers['set-cookie']?.toString().split(';')[0] ?? null,
  }
}

const stateOf = async (table: string, id: string) =>
  (await testApp().owner.query(`select ${id}::text as id, sealed from ${table}`)).rows as {
    id: string
    sealed: Buffer
  }[]

test('a cookie signed with the former secret continues its session and is signed again', async () => {
  const { username, cookie } = await signUp(testApp().app, 'cookie')
  const next = await withSecrets(NEW, OLD, (context) => visit(context, cookie))
  expect(next.username).toBe(username)
  await withSecrets(NEW, null, async (context) => {
    expect((await visit(context, cookie)).username).toBeNull()
    expect(await visit(context, next.cookie!)).toEqual({ username, cookie: null })
  })
})

test('a code that was sent under the former secret is accepted, and one is sent under the new', async () => {
  const { db } = testApp().context
  const { id: userId } = await signUp(testApp().app, 'coded')
  const code = (from: string) =>
    inTransaction(db, (tx) =>
      issueCode(
        tx,
        { current: from, previous: null },
        { purpose: 'sign_in_code', userId, payload: { email: 'a@example.org' }, minutes: 5 },
      ),
    )
  const both = { current: NEW, previous: OLD }
  for (const secret of [OLD, NEW]) {
    const sent = await code(secret)
    expect(
      await inTransaction(db, (tx) =>
        redeemCode(tx, both, { purpose: 'sign_in_code', ids: [sent.id], code: sent.code }),
      ),
    ).not.toBeNull()
  }
  const sent = await code('a third secret that this server never had')
  expect(
    await inTransaction(db, (tx) => redeemCode(tx, both, { purpose: 'sign_in_code', ids: [sent.id], code: sent.code })),
  ).toBeNull()
})

test('after the command all authenticator apps work without the former secret', async () => {
  const users: Awaited<ReturnType<typeof turnOnTotp>>[] = []
  for (let i = 0; i < 3; i++) users.push(await turnOnTotp(testApp().app, await signUp(testApp().app, 'phone')))
  await testApp().context.providers.keys.current()
  const kid = (await testApp().context.providers.keys.current()).kid
  const before = await stateOf('totps', 'user_id')

  // With both secrets all of them work before the command.
  const both = createKeyring({ current: NEW, previous: OLD })
  for (const { sealed } of before) expect(isCurrent(both, sealed)).toBe(false)
  for (const { id, sealed } of before) expect(open(both, totpPlace(id), sealed)).toHaveLength(20)

  const ended = await rotateKeys({ SECRET: NEW, SECRET_PREVIOUS: OLD })
  expect(ended).toMatchObject({ code: 0, err: '' })
  expect(ended.out).toContain(`authenticator apps: ${before.length} read, ${before.length} sealed again`)
  expect(ended.out).toContain(`authenticator apps: all ${before.length} are sealed under SECRET.`)
  expect(ended.out).toContain('signing keys: all 1 are sealed under SECRET.')

  await withSecrets(NEW, null, async ({ db, keyring, providers }) => {
    for (const { user, phone } of users) {
      const entered = { userId: user.id, code: phone() }
      expect(await inTransaction(db, (tx) => verifyTotp(tx, keyring, entered))).toBeInstanceOf(Date)
    }
    expect((await providers.keys.current()).kid).toBe(kid)
  })
  const former = createKeyring({ current: OLD, previous: null })
  for (const { sealed } of await stateOf('totps', 'user_id')) expect(isCurrent(former, sealed)).toBe(false)
})

test('after the command the address of a suspended user is still refused', async () => {
  const { app, context } = testApp()
  const [user, admin] = [await signUp(app, 'suspect'), await createStaffUser(testApp())]
  await admin.post(`/api/staff/users/${user.id}/suspend`, { reason: 'False proofs of payment.' })
  await inTransaction(context.db, (tx) => listIfSuspended(tx, context.keyring, user.id, user.email))
  expect((await rotateKeys({ SECRET: NEW, SECRET_PREVIOUS: OLD })).err).toBe('')
  await withSecrets(NEW, null, async ({ db, keyring }) => {
    const isRefused = (email: string) => inTransaction(db, (tx) => isOfSuspended(tx, keyring, email))
    expect([await isRefused(user.email), await isRefused(`other.${user.email}`)]).toEqual([true, false])
  })
})

test('it continues where it was stopped, and a second run changes nothing', async () => {
  await rotateKeys({ SECRET: NEW, SECRET_PREVIOUS: OLD })
  await turnOnTotp(testApp().app, await signUp(testApp().app, 'later'))
  const half = await rotateKeys({ SECRET: NEW, SECRET_PREVIOUS: OLD })
  expect(half.out).toMatch(/authenticator apps: \d+ read, 1 sealed again/)
  const before = await stateOf('totps', 'user_id')
  expect((await rotateKeys({ SECRET: NEW, SECRET_PREVIOUS: OLD })).out).toMatch(/read, 0 sealed again/)
  expect(await stateOf('totps', 'user_id')).toEqual(before)
})

test('it reports what neither secret opens, and needs both secrets', async () => {
  expect(await rotateKeys({ SECRET: NEW })).toMatchObject({ code: 1, err: expect.stringContaining('SECRET_PREVIOUS') })
  await rotateKeys({ SECRET: NEW, SECRET_PREVIOUS: OLD })
  const ended = await rotateKeys({ SECRET: 'z'.repeat(40), SECRET_PREVIOUS: 'y'.repeat(40) })
  expect([ended.code, ended.err]).toEqual([
    1,
    expect.stringMatching(/authenticator apps: \d+ are sealed under neither secret/),
  ])
})

test('the server’s login cannot exchange a sealed secret, with the setting of the command either', async () => {
  const asServer = "set local role sarraf_app; set local app.viewer = system; set local sarraf.rotates_keys = 'on';"
  for (const table of ['totps', 'signing_keys']) {
    expect(await refusalOf(testApp().owner, `${asServer} update ${table} set sealed = sealed`)).toBe('42501')
  }
  expect(await refusalOf(testApp().owner, "update signing_keys set sealed = 'x'")).toBe('signing_keys_append_only')
})
