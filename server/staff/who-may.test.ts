/** Every staff call with every kind of caller; the table is generated from the contract, so that it is complete. */
import { beforeAll, expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { addressOf, bodyFor } from '../testing/contract.ts'
import { closeReport, readmitArbiter } from '../../domain/api/staff/administration.ts'
import { endOutage, startOutage } from '../../domain/api/staff/outages.ts'
import { getCaseImage, takeCase } from '../../domain/api/disputes/disputes.ts'
import { getOwnDecision } from '../../domain/api/disputes/own-decision.ts'
import { restoreUser, unhideOffer } from '../../domain/api/staff/staff.ts'
import type { Endpoint } from '../../domain/api/endpoint.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { STAFF_ROLES } from '../../domain/staff/staff-roles.ts'
import type { StaffRole } from '../../domain/staff/staff-roles.ts'
import { STATEMENT, decide, disputeMove, disputedTrade, insertImage } from '../testing/disputes.ts'
import { ageReauthentication, savePasskey } from '../testing/accounts/factors.ts'
import { postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createApiKey, apiClientWith } from '../testing/accounts/api-clients.ts'
import { grantStaffRole, createStaffUser, revokeStaffRole } from '../testing/accounts/staff.ts'
import { rateSettings } from '../offers/rates/settings.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'

const testApp = useTestApp({ rates: rateSettings('RATES', 'EUR manual; USD manual; TND manual') })

const REASON = 'As the test needs it.'

type Method = 'GET' | 'POST' | 'DELETE'
type Ask = (method: Method, url: string, body: unknown) => Promise<Reply>
const inBrowser =
  (cookie?: string): Ask =>
  (method, url, body) =>
    call(testApp().app, method, url, { body, ...(cookie === undefined ? {} : { cookie }) })

/** The refusal of each caller by what it has of the role that the call requires; null: none. */
const REFUSALS = {
  visitor: [401, 'signed_out'],
  trader: [404, 'not_found'],
  'with the other role': [404, 'not_found'],
  'with the role revoked': [404, 'not_found'],
  'with the role, without a factor': [409, 'second_factor_off'],
  'with the role and a session from before the factor': [403, 'reauthentication_required'],
  'with the role and an authentication older than 30 minutes': [403, 'reauthentication_required'],
  'with the role and an authentication older than it': [403, 'reauthentication_required'],
  'a program of a user with the role': [403, 'key_not_allowed'],
  'with the role': null,
  'with the role and an authentication 20 minutes old': null,
} as const satisfies Record<string, readonly [number, string] | null>
type Who = keyof typeof REFUSALS

const callers = {} as Record<StaffRole, Record<Who, { ask: Ask; user: Caller | null }>>
let preparing: Caller
beforeAll(async () => {
  preparing = await createStaffUser(testApp())
  for (const role of STAFF_ROLES) callers[role] = await callersOf(role)
})

async function callersOf(role: StaffRole): Promise<Record<Who, { ask: Ask; user: Caller | null }>> {
  const { app, owner } = testApp()
  const withRole = async () => createStaffUser(testApp(), role)
  const [plain, former, early, late, promoted, recent, programmer] = [
    await signUp(app, 'plain'),
    await withRole(),
    await withRole(),
    await withRole(),
    (await savePasskey(testApp(), await signUp(app, 'promoted'))).user,
    await withRole(),
    await withRole(),
  ]
  const other = await createStaffUser(testApp(), role === 'admin' ? 'arbiter' : 'admin')
  await grantStaffRole(owner, plain, role)
  await revokeStaffRole(owner, former, role)
  await owner.query('update sessions set second_factor_since = null where user_id = $1', [early.id])
  await owner.query("update staff_members set granted_at = granted_at - interval '1 day' where role = $1", [role])
  await ageReauthentication(owner, late, 30)
  await ageReauthentication(owner, recent, 20)
  await grantStaffRole(owner, promoted, role)
  const of = (user: Caller) => ({ ask: inBrowser(user.cookie), user })
  const key = (await createApiKey(programmer, ['read', 'offers', 'trades', 'release'])).key
  return {
    visitor: { ask: inBrowser(), user: null },
    trader: of(await signUp(app, 'trader')),
    'with the other role': of(other),
    'with the role revoked': of(former),
    'with the role, without a factor': of(plain),
    'with the role and a session from before the factor': of(early),
    'with the role and an authentication older than 30 minutes': of(late),
    'with the role and an authentication older than it': of(promoted),
    'a program of a user with the role': { ask: apiClientWith(app, key), user: programmer },
    'with the role': of(await withRole()),
    'with the role and an authentication 20 minutes old': of(recent),
  }
}

const calls = ENDPOINTS.flatMap(({ name, endpoint }) => {
  const role: StaffRole | undefined = endpoint.staff
  return role === undefined ? [] : [{ name, endpoint, role }]
})
const table = calls.flatMap((each) => (Object.keys(REFUSALS) as Who[]).map((who) => ({ ...each, who })))

test('staff calls exist under one path, cases for arbiters and the rest for admins, and no API key has a scope for them', () => {
  expect(calls.length).toBeGreaterThan(0)
  const below = ENDPOINTS.filter(({ endpoint }) => endpoint.path.startsWith('/api/staff/'))
  expect(calls.map(({ name }) => name)).toEqual(below.map(({ name }) => name))
  const forArbiters = calls.filter(({ endpoint }) => endpoint.path.startsWith('/api/staff/disputes'))
  expect(calls.filter(({ role }) => role === 'arbiter')).toEqual(forArbiters)
  expect(calls.filter(({ endpoint }) => endpoint.isPublic || endpoint.scope)).toEqual([])
})

test.each(table)('$name: $who', async ({ endpoint, role, who }) => {
  const { owner } = testApp()
  const { ask, user } = callers[role][who]
  const ids = await idsFor(endpoint, who, user)
  if (REFUSALS[who] === null && user) await authenticatedAgo(user, who === 'with the role' ? 0 : 20)
  const before = await standing()
  const reply = await ask(endpoint.method, addressOf(endpoint, ids), bodyFor(endpoint, ids))
  const refusal = REFUSALS[who]
  if (refusal) expect([reply.status, reply.body.code]).toEqual(refusal)
  // A file is asked for by an unknown id.
  else expect(reply.status).toBe(endpoint.path.includes(':fileId') ? 404 : (endpoint.statuses?.[0] ?? 200))
  // An action writes exactly one record; reads and refusals write none.
  const acts = refusal || endpoint.method === 'GET' ? 0 : 1
  const { records, ...rest } = await standing()
  // The other tests open trades.
  if (endpoint === startOutage || endpoint === endOutage)
    await preparing.post('/api/staff/outages/end', { reason: REASON })
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

const refusedAbout = new Map<Endpoint, Promise<Record<string, string>>>()

/** What the call is about. A refused call changes nothing, so all that are refused ask about the same. */
async function idsFor(endpoint: Endpoint, who: Who, user: Caller | null): Promise<Record<string, string>> {
  if (REFUSALS[who] === null) return prepare(endpoint, who, user)
  if (!refusedAbout.has(endpoint)) refusedAbout.set(endpoint, prepare(endpoint, who, null))
  return refusedAbout.get(endpoint)!
}

async function prepare(endpoint: Endpoint, who: Who, allowed: Caller | null): Promise<Record<string, string>> {
  const subject = await signUp(testApp().app, 'subject')
  const ids = {
    userId: subject.id,
    offerId: endpoint.path.includes(':offerId') ? (await postOffer(subject)).id : '',
    messageId: await receive(),
    tradeId: endpoint.path.includes(':tradeId') ? await caseFor(endpoint, allowed) : '',
    imageId: '',
    reportId: '',
    arbiterId: '',
    // One of its own for each of the two callers whose call succeeds: both switch it off, and then on.
    fiatCurrency: who === 'with the role' ? 'USD' : 'TND',
  }
  if (endpoint === restoreUser) await preparing.post(`/api/staff/users/${subject.id}/suspend`, { reason: REASON })
  if (endpoint === unhideOffer) await preparing.post(`/api/staff/offers/${ids.offerId}/hide`, { reason: REASON })
  // One admin may start ten a day.
  if (endpoint === endOutage && REFUSALS[who] === null) await preparing.post('/api/staff/outages', { reason: REASON })
  if (endpoint === closeReport) ids.reportId = await reportAbout(subject)
  if (endpoint === readmitArbiter) ids.arbiterId = await everyArbiterHadCase(ids.tradeId)
  if (endpoint === getCaseImage) ids.imageId = await insertImage(testApp().owner, ids.tradeId)
  return ids
}

/** Just before the call: the whole table can take longer than an authentication lasts. */
async function authenticatedAgo({ id }: Caller, minutes: number): Promise<void> {
  await testApp().owner.query(
    'update sessions set reauthenticated_at = clock_timestamp() - make_interval(mins => $2) where user_id = $1',
    [id, minutes],
  )
}

async function reportAbout({ username }: Caller): Promise<string> {
  const reporter = await signUp(testApp().app, 'reporter')
  const body = { reported: { kind: 'user', username }, reason: 'spam', text: '' }
  await reporter.post('/api/reports', body)
  const { rows } = await testApp().owner.query('select id from reports where reporter_id = $1', [reporter.id])
  return rows[0].id
}

/** Records that every arbiter has had the case; returns the id of one of them. */
async function everyArbiterHadCase(tradeId: string): Promise<string> {
  const { owner } = testApp()
  await asOutsider(owner, [
    `insert into dispute_assignments (trade_id, arbiter_id, event_seq)
      select '${tradeId}', user_id, 1 from staff_members where role = 'arbiter'`,
  ])
  const { rows } = await owner.query('select arbiter_id as id from dispute_assignments where trade_id = $1', [tradeId])
  return rows[0].id
}

/** A dispute in which the arbiter can make this call. */
async function caseFor(endpoint: Endpoint, arbiter: Caller | null): Promise<string> {
  const { buyer, trade } = await disputedTrade(testApp())
  await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
  if (arbiter && endpoint !== takeCase && endpoint !== readmitArbiter)
    await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
  if (arbiter && endpoint === getOwnDecision) await decide(arbiter, trade, 'refund')
  return trade.id
}

/** Sends a message by the contact form. */
async function receive(): Promise<string> {
  const key = crypto.randomUUID()
  const body = { name: 'Lea', email: 'lea@example.org', subject: 'support', message: 'Where is my trade?' }
  await call(testApp().app, 'POST', '/api/contact', { body, key })
  const { rows } = await testApp().owner.query('select id from contact_messages where key = $1', [key])
  return rows[0].id
}
