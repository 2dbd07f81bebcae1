/** The hash chain of the audit log, and the command that verifies it, against the database's owner. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

const testApp = useTestApp()
const SCRIPT = fileURLToPath(new URL('../../scripts/audit-verify.ts', import.meta.url))
/** Of two digits: as text, 10 would come before 2. */
const RECORDS = 12

let admins: Caller[]
let users: Caller[]
beforeAll(async () => {
  admins = [await createStaffUser(testApp()), await createStaffUser(testApp()), await createStaffUser(testApp())]
  users = []
  for (let nr = 0; nr < RECORDS; nr++) users.push(await signUp(testApp().app, 'trader'))
  for (const half of [users.slice(0, RECORDS / 2), users.slice(RECORDS / 2)])
    for (const { status, body } of await Promise.all(half.map((user, nr) => act(admins[nr % admins.length]!, user))))
      if (status !== 200) throw new Error(`no record was written: ${body.code}`)
})

const act = (admin: Caller, user: Caller) =>
  admin.post(`/api/staff/users/${user.id}/end-sessions`, { reason: `An attacker uses this account: „é”, ${user.id}` })

/** Runs the command as a process. */
function verify(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { appUrl, ownerUrl } = testApp().database
  const env = { ...process.env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

/** What the verification finds after statements run without triggers; they are rolled back. */
async function brokenAfter(statements: string): Promise<string | null> {
  const client = await testApp().owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statements}`)
    const { broken } = await verifyAuditLog(client as never)
    return broken && `${broken.id}: ${broken.problem}`
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The hash of a record computed again after a change, as the database's owner can. */
const rehash = (id: number) => `update audit_log a set hash = audit_record_hash(a) where id = ${id};`
/** The whole chain from a record on, computed again. */
const rehashFrom = (id: number) =>
  Array.from({ length: RECORDS - id }, (_, n) => id + 1 + n)
    .map(
      (nr) =>
        `update audit_log set prev_hash = (select hash from audit_log where id = ${nr - 1}) where id = ${nr}; ${rehash(nr)}`,
    )
    .join('\n')

test('records that were written concurrently form one chain without a gap', async () => {
  expect(await verifyAuditLog(testApp().owner)).toMatchObject({ records: BigInt(RECORDS), broken: null })
  const { rows } = await testApp().owner.query('select id::int from audit_log order by at')
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: RECORDS }, (_, nr) => nr + 1))
})

test('the command prints the last record’s number and hash, which a later run compares', async () => {
  const first = await verify()
  expect([first.code, first.err]).toEqual([0, ''])
  const [noted] = new RegExp(String.raw`\b${RECORDS}:[0-9a-f]{64}`).exec(first.out)!
  expect((await verify(noted)).code).toBe(0)
  const other = await verify(`3:${'0'.repeat(64)}`)
  expect([other.code, other.err]).toEqual([
    1,
    'The audit log is broken at record 3: its hash is not the one that was noted.\n',
  ])
  const gone = await verify(`${RECORDS + 1}:${'0'.repeat(64)}`)
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining(`broken at record ${RECORDS + 1}: it is missing`)])
  expect((await verify('nonsense')).code).toBe(1)
})

test.each([
  ['actor_id', 'actor_id = (select id from users where id <> actor_id limit 1)'],
  ['role', "role = 'arbiter'"],
  ['action', "action = 'mark_answered'"],
  ['subject', 'subject = gen_random_uuid()'],
  ['reason', "reason = reason || '.'"],
  ['the absence of a reason', 'reason = null'],
  ['at', "at = at + interval '1 microsecond'"],
  ['prev_hash', "prev_hash = sha256('')"],
  ['hash', "hash = sha256('')"],
])('a record whose %s was changed is named', async (_, change) => {
  expect(await brokenAfter(`update audit_log set ${change} where id = 4`)).toBe('4: it was changed')
  expect(await brokenAfter(`update audit_log set ${change} where id = ${RECORDS}`)).toBe(`${RECORDS}: it was changed`)
})

test('a changed record whose hash was computed again is named', async () => {
  const change = (id: number) =>
    `update audit_log set reason = 'Something else happened.' where id = ${id}; ${rehash(id)}`
  const problem = 'it was changed, and its hash computed again'
  expect(await brokenAfter(change(4))).toBe(`4: ${problem}`)
  expect(await brokenAfter(change(RECORDS))).toBe(`${RECORDS}: ${problem}`)
  // Where every later hash is computed again as well, the chain no longer ends with the hash of audit_log_head.
  expect(await brokenAfter(change(4) + rehashFrom(4))).toBe(`${RECORDS}: ${problem}`)
})

test('a record that was removed from the beginning, the middle or the end is named', async () => {
  for (const id of [1, 4, RECORDS])
    expect(await brokenAfter(`delete from audit_log where id = ${id}`)).toBe(`${id}: it is missing`)
  const renumbered = 'delete from audit_log where id = 4; update audit_log set id = id - 1 where id > 4;'
  expect(await brokenAfter(renumbered)).toBe('4: it was changed')
  expect(await brokenAfter('delete from audit_log')).toBe('1: it is missing')
})

test('a record that was inserted without the trigger is named', async () => {
  const forged = (id: number) => `
    insert into audit_log (id, actor_id, role, action, subject, reason, at, prev_hash, hash)
      select ${id}, actor_id, role, action, subject, reason, at, hash, hash from audit_log where id = ${RECORDS};
    ${rehash(id)}`
  expect(await brokenAfter(forged(RECORDS + 1))).toBe(`${RECORDS + 1}: it was inserted without its place in the chain`)
})

test('records removed from the end together with the head are found by a hash that was noted outside only', async () => {
  const { owner } = testApp()
  const before = await verifyAuditLog(owner)
  const client = await owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica;
      delete from audit_log where id = ${RECORDS};
      update audit_log_head set last_id = ${RECORDS - 1}, last_hash = (select hash from audit_log where id = ${RECORDS - 1})`)
    expect((await verifyAuditLog(client as never)).broken).toBeNull()
    const witness = { id: before.records, hash: before.head }
    expect((await verifyAuditLog(client as never, witness)).broken?.id).toBe(before.records)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('the command exits with 1 and names the broken row', async () => {
  const { owner } = testApp()
  const change = async (set: string) => {
    const client = await owner.connect()
    await client.query(
      `set session_replication_role = replica; update audit_log set ${set} where id = 5; reset session_replication_role`,
    )
    client.release()
  }
  await change("reason = reason || '!'")
  expect(await verify()).toEqual({ code: 1, out: '', err: 'The audit log is broken at record 5: it was changed.\n' })
  await change("reason = rtrim(reason, '!')")
  expect((await verify()).code).toBe(0)
})

test('a refused action leaves no gap', async () => {
  const { owner } = testApp()
  const before = await verifyAuditLog(owner)
  expect((await act(admins[0]!, { ...users[0]!, id: crypto.randomUUID() })).status).toBe(404)
  await owner.query('select 1')
  expect((await act(admins[0]!, users[0]!)).status).toBe(200)
  expect(await verifyAuditLog(owner)).toMatchObject({ records: before.records + 1n, broken: null })
})
