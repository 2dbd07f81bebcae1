/** Every staff call with every kind of caller; the table is generated from the contract, so that it is complete. */
import { beforeAll, expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { addressOf, bodyFor } from '../testing/contract.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { ageReauthentication, savePasskey } from '../testing/factors.ts'
import { signUp } from '../testing/users.ts'
import { createApiKey, apiClientWith } from '../testing/api-clients.ts'
import { grantStaffRole, createStaffUser, revokeStaffRole } from '../testing/staff.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

type Method = 'GET' | 'POST' | 'DELETE'
type Ask = (method: Method, url: string, body: unknown) => Promise<Reply>
const inBrowser =
  (cookie?: string): Ask =>
  (method, url, body) =>
    call(testApp().app, method, url, { body, ...(cookie === undefined ? {} : { cookie }) })

/** The refusal of each caller on an admin's call; null: none. */
const REFUSALS = {
  visitor: [401, 'signed_out'],
  trader: [404, 'not_found'],
  arbiter: [404, 'not_found'],
  'former admin': [404, 'not_found'],
  'admin without a factor': [409, 'second_factor_off'],
  'admin with a session from before the factor': [403, 'reauthentication_required'],
  'admin whose authentication is older than 30 minutes': [403, 'reauthentication_required'],
  'admin whose authentication is older than the role': [403, 'reauthentication_required'],
  'program of an admin': [403, 'key_not_allowed'],
  admin: null,
  'admin whose authentication is 29 minutes old': null,
} as const satisfies Record<string, readonly [number, string] | null>
type Who = keyof typeof REFUSALS

const callers = {} as Record<Who, Ask>
beforeAll(async () => {
  const { app, owner } = testApp()
  const withRole = async () => createStaffUser(testApp())
  const [plain, former, early, late, promoted, recent, programmer] = [
    await signUp(app, 'plain'),
    await withRole(),
    await withRole(),
    await withRole(),
    (await savePasskey(testApp(), await signUp(app, 'promoted'))).user,
    await withRole(),
    await withRole(),
  ]
  await grantStaffRole(owner, plain, 'admin')
  await revokeStaffRole(owner, former, 'admin')
  await owner.query('update sessions set second_factor_since = null where user_id = $1', [early.id])
  await owner.query("update staff_members set granted_at = granted_at - interval '1 day'")
  await ageReauthentication(owner, late, 30)
  await ageReauthentication(owner, recent, 29)
  await grantStaffRole(owner, promoted, 'admin')
  Object.assign(callers, {
    visitor: inBrowser(),
    trader: inBrowser((await signUp(app, 'trader')).cookie),
    arbiter: inBrowser((await createStaffUser(testApp(), 'arbiter')).cookie),
    'former admin': inBrowser(former.cookie),
    'admin without a factor': inBrowser(plain.cookie),
    'admin with a session from before the factor': inBrowser(early.cookie),
    'admin whose authentication is older than 30 minutes': inBrowser(late.cookie),
    'admin whose authentication is older than the role': inBrowser(promoted.cookie),
    'program of an admin': apiClientWith(app, (await createApiKey(programmer, ['read', 'offers', 'trades'])).key),
    admin: inBrowser((await withRole()).cookie),
    'admin whose authentication is 29 minutes old': inBrowser(recent.cookie),
  } satisfies Record<Who, Ask>)
})

const calls = ENDPOINTS.filter(({ endpoint }) => endpoint.path.startsWith('/api/staff/'))
const table = calls.flatMap(({ name, endpoint }) =>
  (Object.keys(REFUSALS) as Who[]).map((who) => ({ name, endpoint, who })),
)

test('staff calls exist, and no API key has a scope for them', () => {
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ endpoint }) => endpoint.isPublic || endpoint.scope)).toEqual([])
})

test.each(table)('$name by $who', async ({ endpoint, who }) => {
  const { owner } = testApp()
  const ids = { userId: (await signUp(testApp().app, 'subject')).id, messageId: await receive() }
  const before = await standing()
  const reply = await callers[who](endpoint.method, addressOf(endpoint, ids), bodyFor(endpoint, ids))
  const refusal = REFUSALS[who]
  if (refusal) expect([reply.status, reply.body.code]).toEqual(refusal)
  else expect(reply.status).toBe(200)
  // An action writes exactly one record; reads and refusals write none.
  const acts = refusal || endpoint.method === 'GET' ? 0 : 1
  const { records, ...rest } = await standing()
  expect(records - before.records).toBe(acts)
  if (acts === 0) expect(rest).toEqual({ answered: before.answered, sessions: before.sessions, mails: before.mails })

  async function standing() {
    const { rows } = await owner.query<Record<'records' | 'answered' | 'sessions' | 'mails', number>>(
      `select (select count(*) from audit_log)::int as records, (select count(*) from sessions)::int as sessions,
        (select count(*) from contact_messages where answer_id is not null)::int as answered,
        (select count(*) from mails)::int as mails`,
    )
    return rows[0]!
  }
})

/** Sends a message by the contact form. */
async function receive(): Promise<string> {
  const key = crypto.randomUUID()
  const body = { name: 'Lea', email: 'lea@example.org', subject: 'support', message: 'Where is my trade?' }
  await call(testApp().app, 'POST', '/api/contact', { body, key })
  const { rows } = await testApp().owner.query('select id from contact_messages where key = $1', [key])
  return rows[0].id
}
