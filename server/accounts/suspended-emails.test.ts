/** The address of a suspended user: neither deleting the account nor changing the email frees it for another account. */
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { refusalOf } from '../testing/attacks/attack.ts'
import { holdTransactions, untilLocksAwaited } from '../testing/lock-waits.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { enterCode, linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
const REASON = 'False proofs of payment in two trades.'

let admin: Caller
beforeAll(async () => {
  admin = await createStaffUser(testApp())
})

const suspend = (user: Caller) => admin.post(`/api/staff/users/${user.id}/suspend`, { reason: REASON })
const restore = (user: Caller) => admin.post(`/api/staff/users/${user.id}/restore`, { reason: REASON })
const deleteAccount = (user: Caller) => user.post('/api/account/delete', { username: user.username })
const listed = async (user: Caller) =>
  (await testApp().owner.query('select from suspended_emails where user_id = $1', [user.id])).rowCount

let names = 0
async function register(email: string) {
  const password = 'correct horse battery'
  const body = { username: `again_${names++}`, email, password, confirmPassword: password, acceptsTerms: true }
  return enterCode(testApp().app, email, await call(testApp().app, 'POST', '/api/register', { body }))
}

async function changeEmail(user: Caller, newEmail: string) {
  expect((await user.post('/api/email', { newEmail })).status).toBe(200)
  const token = await linkTo(testApp().app, newEmail, 'confirm_new_email')
  const changed = await call(testApp().app, 'POST', '/api/email/confirm', { cookie: user.cookie, body: { token } })
  // The former owner may take the address back for some days; afterwards only the list keeps it.
  await testApp().owner.query("delete from one_time_tokens where purpose = 'undo_email_change'")
  return changed
}

describe('a suspended user', () => {
  test('deletes the account: no new account gets the address, and only a user with access to the mailbox is notified of it', async () => {
    const { app, owner } = testApp()
    const user = await signUp(app, 'suspect')
    await suspend(user)
    expect((await deleteAccount(user)).status).toBe(200)
    const { rows } = await owner.query('select to_jsonb(e)::text as row from suspended_emails e where user_id = $1', [
      user.id,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(user.email)

    const body = {
      username: 'someone_else',
      password: 'correct horse battery',
      confirmPassword: 'correct horse battery',
    }
    const asked = await call(app, 'POST', '/api/register', {
      body: { ...body, email: user.email.toUpperCase(), acceptsTerms: true },
    })
    expect(asked.status).toBe(202)
    expect((await enterCode(app, user.email, asked)).body).toMatchObject({ code: 'email_suspended', field: 'email' })
    expect((await register(`other.${user.email}`)).status).toBe(201)
    const other = await signUp(app, 'other')
    expect((await changeEmail(other, user.email)).body.code).toBe('email_suspended')
    expect(await violations(owner)).toEqual([])
  })

  test('gets no address free by a key that cannot be opened', async () => {
    const { owner } = testApp()
    const user = await signUp(testApp().app, 'suspect')
    await suspend(user)
    await deleteAccount(user)
    const flipped = 'update suspended_email_keys set sealed = set_byte(sealed, 80, get_byte(sealed, 80) # 1)'
    await asOutsider(owner, [flipped])
    expect((await register(user.email)).status).toBe(500)
    await asOutsider(owner, [flipped])
    expect((await register(user.email)).body.code).toBe('email_suspended')
  })

  test('changes the email, and the former address stays theirs only, until the suspension ends', async () => {
    const user = await signUp(testApp().app, 'suspect')
    await suspend(user)
    expect((await changeEmail(user, `new.${user.email}`)).status).toBe(200)
    expect((await register(user.email)).body.code).toBe('email_suspended')
    expect((await changeEmail(user, user.email)).status).toBe(200)
    expect((await changeEmail(user, `new.${user.email}`)).status).toBe(200)
    expect(await listed(user)).toBe(2)
    await restore(user)
    expect(await listed(user)).toBe(0)
    expect((await register(user.email)).status).toBe(201)
  })
})

test('the address of a user who is not, or no longer, suspended is free after the deletion', async () => {
  const { app } = testApp()
  const [never, once] = [await signUp(app, 'never'), await signUp(app, 'once')]
  await suspend(once)
  await restore(once)
  for (const user of [never, once]) {
    expect((await deleteAccount(user)).status).toBe(200)
    expect([await listed(user), (await register(user.email)).status]).toEqual([0, 201])
  }
})

test('a suspension and a deletion at the same time: the account is deleted before, or its address is listed', async () => {
  for (let round = 0; round < 4; round++) {
    const user = await signUp(testApp().app, 'suspect')
    const [suspended, gone] = await Promise.all([suspend(user), deleteAccount(user)])
    expect(gone.status).toBe(200)
    expect(await listed(user)).toBe(suspended.status === 200 ? 1 : 0)
  }
  expect(await violations(testApp().owner)).toEqual([])
})

test.each<[string, (email: string) => Promise<() => Promise<Reply>>]>([
  [
    'registered',
    async (email) => {
      const { app } = testApp()
      const password = 'correct horse battery'
      const body = { username: `again_${names++}`, email, password, confirmPassword: password, acceptsTerms: true }
      const asked = await call(app, 'POST', '/api/register', { body })
      return () => enterCode(app, email, asked)
    },
  ],
  [
    'confirmed as the new one of another account',
    async (email) => {
      const { app } = testApp()
      const other = await signUp(app, 'other')
      expect((await other.post('/api/email', { newEmail: email })).status).toBe(200)
      const token = await linkTo(app, email, 'confirm_new_email')
      return () => call(app, 'POST', '/api/email/confirm', { cookie: other.cookie, body: { token } })
    },
  ],
])('an address that is %s while its suspended user deletes the account is refused', async (_, prepare) => {
  const { app, owner } = testApp()
  const user = await signUp(app, 'suspect')
  const email = `raced.${user.email}`
  // Its code or link is sent while the address is free.
  const take = await prepare(email)
  expect((await changeEmail(user, email)).status).toBe(200)
  await suspend(user)
  const { untilHeld, release } = await holdTransactions(
    owner,
    "after insert on mails for each row when (new.kind = 'account_deleted')",
  )
  const deleting = deleteAccount(user)
  await untilHeld()
  const taking = take()
  await untilLocksAwaited(owner, 1)
  await release()
  expect((await deleting).status).toBe(200)
  expect((await taking).body.code).toBe('email_suspended')
})

test('the database lists addresses of suspended users only, keeps them, and deletes no such account without', async () => {
  const { app, owner } = testApp()
  const [user, innocent] = [await signUp(app, 'suspect'), await signUp(app, 'innocent')]
  await suspend(user)
  const list = (id: string) => `insert into suspended_emails (user_id, fingerprint) values ('${id}', repeat('a', 43));`
  const attacks: [string, string][] = [
    [list(innocent.id), 'suspended_emails_of_suspended'],
    [list(user.id) + 'delete from suspended_emails', 'suspended_emails_append_only'],
    [list(user.id) + "update suspended_emails set fingerprint = repeat('b', 43)", 'suspended_emails_append_only'],
    [
      `update users set deleted_at = clock_timestamp(), username = 'deleted_0badf00d', email_verified = false
       where id = '${user.id}'; select erase_account('${user.id}'); set constraints all immediate`,
      'account_deletion_email_listed',
    ],
  ]
  for (const [attack, constraint] of attacks)
    expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
})
