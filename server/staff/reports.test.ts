/** The queue of reports: closed with an outcome, which is carried out and recorded. */
import { beforeAll, expect, test } from 'vitest'
import type { StaffReport } from '../../domain/api.ts'
import { paymentReference } from '../../domain/trades.ts'
import { STAFF_PAGE_SIZE } from '../../domain/staff.ts'
import { savePasskey } from '../testing/factors.ts'
import { mailsTo } from '../testing/mails.ts'
import { createStaffUser } from '../testing/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { postOffer, signUp, tradingPair } from '../testing/users.ts'
import type { Caller } from '../testing/users.ts'

const testApp = useTestApp()
const REASON = 'The terms ask for payments elsewhere.'

let admin: Caller
beforeAll(async () => {
  admin = await createStaffUser(testApp())
})

/** Sends a report; returns its id. */
async function report(reporter: Caller, reported: object, reason = 'fraud'): Promise<string> {
  const reply = await reporter.post('/api/reports', { reported, reason, text: 'Asked me to pay twice.' })
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
  const { rows } = await testApp().owner.query('select id from reports where reporter_id = $1 order by at desc', [
    reporter.id,
  ])
  return rows[0].id
}

const close = (id: string, outcome: string, by = admin) =>
  by.post(`/api/staff/reports/${id}/close`, { outcome, reason: REASON })
const all = async (query: string, url = '/api/staff/reports'): Promise<StaffReport[]> => {
  const found: StaffReport[] = []
  for (let cursor = ''; ;) {
    const { body } = await admin.get(`${url}?${query}${cursor}`)
    found.push(...body.reports)
    if (body.nextCursor === null) return found
    cursor = `&cursor=${body.nextCursor}`
  }
}

test('a report waits in the queue with its subject as it was, and is closed without action, on record', async () => {
  const { app, owner } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  await seller.post(`/api/trades/${trade.id}/messages`, { text: 'Pay my cousin', clientId: crypto.randomUUID() })
  const { messages } = (await buyer.get(`/api/trades/${trade.id}/messages`)).body
  const { seq } = messages.find(({ kind }: { kind: string }) => kind === 'text')
  const id = await report(buyer, { kind: 'message', tradeId: trade.id, seq })
  const waiting = (await all('show=open')).find((each) => each.id === id)
  expect(waiting).toMatchObject({
    reference: `R-${id.slice(0, 8).toUpperCase()}`,
    kind: 'message',
    reason: 'fraud',
    text: 'Asked me to pay twice.',
    reporter: { id: buyer.id, username: buyer.username },
    reported: { id: seller.id, username: seller.username, suspendedAt: null, otherReports: 0 },
    tradeReference: paymentReference(trade.id),
    closed: null,
  })
  expect(waiting?.excerpt).not.toBe('')
  const before = (await mailsTo(owner, seller.email)).length
  expect((await close(id, 'no_action')).body).toEqual({ done: true })
  expect((await all('show=open')).map((each) => each.id)).not.toContain(id)
  expect((await all('show=closed'))[0]).toMatchObject({
    id,
    closed: { by: admin.username, outcome: 'no_action', reason: REASON },
  })
  expect((await mailsTo(owner, seller.email)).length).toBe(before)
  expect((await admin.get('/api/staff/audit-log')).body.entries[0]).toMatchObject({
    action: 'close_report',
    about: waiting?.reference,
    reason: REASON,
  })
})

test('a warning is mailed, an offer is hidden, a user is suspended; what was done before is not done again', async () => {
  const { app, owner } = testApp()
  const [reporter, maker] = [await signUp(app, 'reporter'), await signUp(app, 'maker')]
  const offer = await postOffer(maker)
  const ids = [
    await report(reporter, { kind: 'offer', offerId: offer.id }),
    await report(await signUp(app, 'reporter'), { kind: 'offer', offerId: offer.id }, 'spam'),
    await report(reporter, { kind: 'user', username: maker.username }),
    await report(await signUp(app, 'reporter'), { kind: 'user', username: maker.username }),
  ]
  expect((await close(ids[2]!, 'hidden')).body.code).toBe('report_outcome_wrong')
  expect((await close(ids[0]!, 'warned')).status).toBe(200)
  expect((await close(ids[1]!, 'hidden')).status).toBe(200)
  expect((await maker.get(`/api/my-offers/${offer.id}`)).body.hidden.reason).toBe(REASON)
  expect((await close(ids[2]!, 'suspended')).status).toBe(200)
  expect((await close(ids[3]!, 'suspended')).status).toBe(200)
  expect((await maker.get('/api/session')).body.user.suspension.reason).toBe(REASON)
  expect(await mailsTo(owner, maker.email)).toMatchObject([
    { kind: 'user_warned', values: { message: REASON } },
    { kind: 'offer_hidden' },
    { kind: 'account_suspended' },
  ])
  const about = await all('', `/api/staff/users/${maker.id}/reports`)
  expect(about.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(about[0]?.reported?.otherReports).toBe(3)
})

test('pages of reports about one user follow each other without a gap, also within one millisecond', async () => {
  const { app, owner } = testApp()
  const [reporter, user] = [await signUp(app, 'reporter'), await signUp(app, 'reported')]
  const count = STAFF_PAGE_SIZE + 2
  await asOutsider(owner, [
    `insert into reports (reporter_id, reported_id, subject_kind, subject_id, reason, text, at)
     select '${reporter.id}', '${user.id}', 'user', gen_random_uuid(), 'fraud', 'Asked me to pay twice.',
       '2026-01-02 03:04:05.006'::timestamptz + nr * interval '1 microsecond'
     from generate_series(1, ${count}) nr`,
  ])
  const about = await all('', `/api/staff/users/${user.id}/reports`)
  expect(new Set(about.map(({ id }) => id)).size).toBe(count)
  expect(about).toHaveLength(count)
})

test('of two admins one closes a report; its reporter, its subject and a counterparty cannot', async () => {
  const { app, owner } = testApp()
  const { seller, buyer } = await tradingPair(app)
  const other = await createStaffUser(testApp())
  for (const { id } of [seller, buyer])
    await owner.query("insert into staff_members (user_id, role) values ($1, 'admin')", [id])
  const [reported, trading] = [(await savePasskey(testApp(), seller)).user, (await savePasskey(testApp(), buyer)).user]
  const id = await report(other, { kind: 'user', username: seller.username })
  expect((await close(id, 'no_action', other)).body.code).toBe('own_report')
  expect((await close(id, 'no_action', reported)).body.code).toBe('own_account')
  expect((await close(id, 'no_action', trading)).body.code).toBe('staff_conflict')
  expect((await close(id, 'suspended')).body.code).toBe('staff_account')
  const replies = await Promise.all([close(id, 'no_action'), close(id, 'no_action', await createStaffUser(testApp()))])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await close(crypto.randomUUID(), 'no_action')).status).toBe(404)
})

test('the queue is paged, the longest waiting first', async () => {
  const { app } = testApp()
  const maker = await signUp(app, 'maker')
  const ids: string[] = []
  for (let nr = 0; nr < STAFF_PAGE_SIZE + 2; nr++)
    ids.push(await report(await signUp(app, 'reporter'), { kind: 'user', username: maker.username }))
  const listed = (await all('show=open')).map(({ id }) => id).filter((id) => ids.includes(id))
  expect(listed).toEqual(ids)
  expect((await all('', `/api/staff/users/${maker.id}/reports`)).map(({ id }) => id)).toEqual(ids.toReversed())
  for (const cursor of ['x', '1.2', "1.'"])
    expect((await admin.get(`/api/staff/reports?cursor=${cursor}`)).body.code).toBe('invalid_input')
})
