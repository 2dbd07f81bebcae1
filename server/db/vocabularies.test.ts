/** `migrate` writes the vocabularies of domain/: a new word needs no migration, and a word in use is never lost. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { insertUser } from '../testing/accounts/insert-user.ts'
import { openOwnerPool } from '../testing/owner-pool.ts'
import { assertMigrated, migrate } from './migrate.ts'
import { VOCABULARIES, writeVocabularies } from './vocabularies.ts'
import type { Vocabulary } from './vocabularies.ts'

let database: TestDatabase
let owner: pg.Pool
let user: string

beforeAll(async () => {
  database = await createTestDatabase()
  owner = openOwnerPool(database.connectionString, 1)
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

test.each(VOCABULARIES)('$table has the domain’s rows', async ({ table, rows }) => {
  expect(new Set(await rowsOf(table, Object.keys(rows[0]!)))).toEqual(new Set(rows))
})

test('a new event, payment method and staff action are there after migrate, and others are refused', async () => {
  await migrateWith({
    notification_events: { event: 'trade_praised', event_group: 'trades', is_urgent: false, is_mailed: true },
    mail_kinds: { kind: 'trade_praised', priority: 2, minutes: 60 },
    payment_methods: { fiat_currency: 'EUR', method: 'wise', has_payee_check: false, is_in_person: false },
    payment_method_risks: { payment_method: 'wise', risk: 'final' },
    audit_actions: { action: 'praise_user', role: 'admin', needs_reason: true, per_day: 5 },
  })
  expect(await rowsOf('notification_events', ['event'])).toContainEqual({ event: 'trade_praised' })
  expect(await rowsOf('audit_actions', ['action', 'role', 'needs_reason', 'per_day'])).toContainEqual({
    action: 'praise_user',
    role: 'admin',
    needs_reason: true,
    per_day: 5,
  })
  user = await insertUser(owner, 'praised')
  await addNotification('trade_praised')
  await addAccount('wise')
  await addRecord('praise_user')
  await expect(addNotification('trade_scorned')).rejects.toMatchObject({ constraint: 'notifications_event' })
  await expect(addAccount('cheque')).rejects.toMatchObject({ constraint: 'payment_accounts_method' })
  await expect(
    owner.query("insert into audit_actions (action, role, needs_reason) values ('scorn_user', 'jester', false)"),
  ).rejects.toMatchObject({ constraint: 'audit_actions_role' })
  await expect(addRecord('scorn_user')).rejects.toMatchObject({ constraint: 'audit_log_action_of_role' })
})

test('a row that differs is updated, and one that was deleted is inserted again', async () => {
  await owner.query("update notification_events set is_urgent = not is_urgent where event = 'trade_paid'")
  await owner.query("delete from contact_subjects where subject = 'business'")
  const copy = {
    notification_events: { event: 'trade_praised', event_group: 'trades', is_urgent: true, is_mailed: true },
  }
  await migrateWith({ ...ADDED, ...copy })
  const events = await rowsOf('notification_events', ['event', 'is_urgent'])
  expect(events).toContainEqual({ event: 'trade_paid', is_urgent: true })
  expect(events).toContainEqual({ event: 'trade_praised', is_urgent: true })
  expect(await rowsOf('contact_subjects', ['subject'])).toContainEqual({ subject: 'business' })
})

test('a word that is in use cannot be removed: migrate says which, and writes nothing', async () => {
  const without = { ...ADDED, notification_events: null, contact_subjects: { subject: 'praise' } }
  await expect(migrateWith(without)).rejects.toThrow(
    'notification_events has a row that this program no longer knows, and that is in use. Key (event)=(trade_praised) is still referenced from table "notifications".',
  )
  expect(await rowsOf('notification_events', ['event'])).toContainEqual({ event: 'trade_praised' })
  expect(await rowsOf('contact_subjects', ['subject'])).not.toContainEqual({ subject: 'praise' })
})

test('an older program that starts again deletes nothing of a newer one', async () => {
  await migrate(database.ownerUrl)
  await assertMigrated(database.appUrl)
  for (const [table, column, word] of [
    ['audit_actions', 'action', 'praise_user'],
    ['notification_events', 'event', 'trade_praised'],
    ['payment_methods', 'method', 'wise'],
  ] as const)
    expect(await rowsOf(table, [column])).toContainEqual({ [column]: word })
})

test('a word that is not in use is deleted by the first program that no longer has it', async () => {
  await owner.query('delete from audit_log')
  const { audit_actions: _, ...others } = ADDED
  await migrateWith({ ...others, contact_subjects: { subject: 'praise' } })
  expect(await rowsOf('audit_actions', ['action'])).not.toContainEqual({ action: 'praise_user' })
  expect(await rowsOf('contact_subjects', ['subject'])).toContainEqual({ subject: 'praise' })
})

test('writers that start together write the same rows once', async () => {
  const writers = [1, 2, 3].map((nr) => ({ contact_subjects: { subject: `praise ${nr}` } }))
  await owner.query(
    "delete from notifications where event = 'trade_praised'; delete from payment_accounts where payment_method = 'wise'",
  )
  await Promise.all([...writers, ...writers].map((added) => migrateWith(added)))
  const subjects = await rowsOf('contact_subjects', ['subject'])
  // The last new vocabulary deleted the words of the others, which then wrote theirs again: no word is there twice.
  expect(subjects.length).toBe(new Set(subjects.map(({ subject }) => subject)).size)
  expect(await rowsOf('notification_events', ['event'])).not.toContainEqual({ event: 'trade_praised' })
  // A market keeps the methods of its trades.
  expect(await rowsOf('payment_methods', ['method'])).toContainEqual({ method: 'wise' })
})

test('rows that are as they should be are not locked: a running server waits for nothing', async () => {
  await migrate(database.ownerUrl)
  const [reader, writer] = [1, 2].map(() => new pg.Client({ connectionString: database.ownerUrl }))
  await Promise.all([reader!.connect(), writer!.connect()])
  try {
    await reader!.query('begin')
    for (const { table } of VOCABULARIES) await reader!.query(`select from ${table} for update`)
    await writer!.query("set lock_timeout = '2s'")
    await expect(writeVocabularies(writer!)).resolves.toBeUndefined()
  } finally {
    await Promise.all([reader!.end(), writer!.end()])
  }
})

test('a server without the owner’s login does not start before its vocabularies are written', async () => {
  await owner.query('truncate vocabularies')
  await expect(assertMigrated(database.appUrl)).rejects.toThrow(
    'the database lacks the vocabularies of this program. Run "npm run migrate"',
  )
})

type Added = Readonly<Record<string, Record<string, unknown> | null>>

const ADDED = {
  notification_events: { event: 'trade_praised', event_group: 'trades', is_urgent: false, is_mailed: true },
  payment_methods: { fiat_currency: 'EUR', method: 'wise', has_payee_check: false, is_in_person: false },
  payment_method_risks: { payment_method: 'wise', risk: 'final' },
  audit_actions: { action: 'praise_user', role: 'admin', needs_reason: true, per_day: 5 },
} satisfies Added

/** Migrates with a copy of the vocabularies to which one row of a table is added. */
async function migrateWith(added: Added): Promise<void> {
  const copy = VOCABULARIES.map((vocabulary): Vocabulary => {
    const row = added[vocabulary.table]
    return row ? { ...vocabulary, rows: [...vocabulary.rows, row] } : vocabulary
  })
  await migrate(database.ownerUrl, { vocabularies: copy })
}

async function rowsOf(table: string, columns: readonly string[]): Promise<Record<string, unknown>[]> {
  return (await owner.query(`select ${columns.join()} from ${table}`)).rows
}

async function addNotification(event: string): Promise<void> {
  await owner.query("insert into notifications (user_id, event, values, is_listed) values ($1, $2, '{}', true)", [
    user,
    event,
  ])
}

async function addAccount(method: string): Promise<void> {
  await owner.query(
    `insert into payment_accounts (user_id, payment_method, sealed, fingerprint, is_default)
     values ($1, $2, decode(repeat('00', 200), 'hex'), repeat('a', 43), true)`,
    [user, method],
  )
}

/** Without the triggers of the audit log, which ask for a session of staff; its foreign keys hold. */
async function addRecord(action: string): Promise<void> {
  await owner.query('alter table audit_log disable trigger user')
  const zeros = "decode(repeat('00', 32), 'hex')"
  await owner.query(
    `insert into audit_log (id, actor_id, role, action, subject, reason, prev_hash, hash)
     values ((select count(*) + 1 from audit_log), $1, 'admin', $2, gen_random_uuid(), 'a long enough reason', ${zeros}, ${zeros})`,
    [user, action],
  )
}
