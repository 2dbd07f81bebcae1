/** An attacker acts while the owner recovers the account: no session or key of the attacker may survive the recovery. */
import { expect, test } from 'vitest'
import type { PoolClient } from 'pg'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { waitForStableTotp, passFirstFactor, savePasskey, turnOnTotp } from '../testing/accounts/factors.ts'
import { linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const send = (path: string, body: object, cookie = '') =>
  call(testApp().app, 'POST', path, { body, ...(cookie && { cookie }) })

async function sessionsOf({ id }: Caller): Promise<number> {
  const { rows } = await testApp().owner.query('select 1 from sessions where user_id = $1', [id])
  return rows.length
}

/** Holds the locks of these statements until `during` has run. */
async function holding(statements: string[], during: (holder: PoolClient) => Promise<void>): Promise<void> {
  const holder = await testApp().owner.connect()
  try {
    await holder.query('begin')
    for (const statement of statements) await holder.query(statement)
    await during(holder)
    await holder.query('commit')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** Waits until `count` transactions wait for a lock, or for long enough that none will. */
async function waiting(count: number): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    const { rows } = await testApp().owner.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows.length >= count) return
    await new Promise((done) => setTimeout(done, 25))
  }
}

/** Calls `ending` while a sign-in has inserted its session and waits to insert into the sign-in history. */
async function duringSignIn(signIn: () => Promise<Reply>, ending: () => Promise<Reply>): Promise<Reply[]> {
  const asked: Promise<Reply>[] = []
  await holding(['lock table sign_ins in share mode'], async () => {
    asked.push(signIn())
    await waiting(1)
    asked.push(ending())
    await waiting(2)
  })
  return Promise.all(asked)
}

test('an attacker’s passkey that signs in while the email change is undone opens no session', async () => {
  const place = testApp()
  const { user, device } = await savePasskey(place, await signUp(place.app, 'amina'))
  // Added in the session that starts the change: a passkey of the owner would stay.
  expect((await user.post('/api/email', { newEmail: `new.${user.email}` })).status).toBe(200)
  const token = await linkTo(place.app, user.email, 'email_change_started')
  const options = (await send('/api/sign-in/passkey/start', {})).body
  const replies = await duringSignIn(
    () => send('/api/sign-in/passkey', device.get(options)),
    () => send('/api/email/undo', { token }),
  )
  expect(replies.map(({ status }) => status)).toContain(200)
  expect(replies[1]?.status).toBe(200)
  expect(await sessionsOf(user)).toBe(0)
})

test('a second factor challenge answered while the password changes opens no session', async () => {
  const place = testApp()
  const { user, recoveryCodes } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
  await waitForStableTotp()
  const pending = await passFirstFactor(place, user)
  const change = { currentPassword: user.password, newPassword: 'a better password' }
  const [, changed] = await duringSignIn(
    () => send('/api/sign-in/second-factor', { method: 'recovery_code', code: recoveryCodes[0] }, pending),
    () => user.post('/api/password', change),
  )
  expect(changed?.status).toBe(200)
  expect(await sessionsOf(user)).toBe(1)
})

test.each([
  ['an API key', '/api/keys', { name: 'Bot', scopes: ['read'], expiresInDays: 30 }],
  ['new recovery codes', '/api/factors/recovery-codes', {}],
  ['another app', '/api/factors/totp/start', {}],
  ['a higher threshold', '/api/factors/confirm-above', { confirmAboveUsdt: '1000000' }],
])('%s asked for in a session that ends meanwhile is not made', async (_what, path, body) => {
  const place = testApp()
  const { user } = await savePasskey(place, await signUp(place.app, 'amina'))
  let asked: Promise<Reply> | undefined
  await holding([`select from users where id = '${user.id}' for no key update`], async (holder) => {
    asked = user.post(path, body)
    await waiting(1)
    await holder.query('delete from sessions where user_id = $1', [user.id])
  })
  const { status, body: refusal } = await asked!
  expect([status, refusal.code]).toEqual([403, 'reauthentication_required'])
})
