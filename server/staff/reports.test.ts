/** The queue of reports: closed with an outcome, which is carried out and recorded. */
import { beforeAll, expect, test } from 'vitest'
import type { StaffReport } from '../../domain/api/staff/administration.ts'
import { REPORTS_TOGETHER } from '../../domain/profiles/reports.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import { STAFF_CONFLICT_DAYS, STAFF_PAGE_SIZE } from '../../domain/staff/staff.ts'
import { call } from '../testing/app.ts'
import { refusalOf } from '../testing/attacks/attack.ts'
import { savePasskey } from '../testing/accounts/factors.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'
import { move, openTradeBetween, postOffer, signUp, signUpMany, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

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
/** The constraint by which the database itself refuses the closing. */
const closeInDatabase = (id: string, { id: by }: Caller) =>
  refusalOf(
    testApp().owner,
    `insert into audit_log (actor_id, role, action, subject, reason) values ('${by}', 'admin', 'close_report', '${id}', '${REASON}');
     update reports set closing_id = (select max(id) from audit_log), outcome = 'no_action' where id = '${id}'`,
  )
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

/** As after sign-ins from one address. */
async function seenInOneNetwork(users: readonly Caller[]): Promise<void> {
  await testApp().owner.query(
    `insert into user_networks (user_id, hash, last_seen_at) select unnest($1::uuid[]), $2, clock_timestamp()`,
    [users.map(({ id }) => id), 'n'.repeat(43)],
  )
}

test('six reports of one network about one user are one case, which says so and is decided once; each reporter gets an answer', async () => {
  const { app, owner } = testApp()
  const maker = await signUp(app, 'maker')
  const offer = await postOffer(maker)
  const mob = await signUpMany(app, 6, 'mob')
  const ids = [await report(mob[0]!, { kind: 'offer', offerId: offer.id })]
  for (const each of mob.slice(1)) ids.push(await report(each, { kind: 'user', username: maker.username }))
  await seenInOneNetwork(mob.slice(1))
  const cases = (await all('show=open')).filter(({ reported }) => reported?.id === maker.id)
  expect(cases.map(({ id }) => id)).toEqual([ids[0]])
  expect(cases[0]?.openCase).toMatchObject({ reports: 6, reporters: 6, newReporters: 6, sharedNetwork: 5 })
  const others = cases[0]!.openCase!.others
  expect(others.map(({ id, reporter }) => [id, reporter?.id])).toEqual(
    ids.slice(1).map((id, n) => [id, mob[n + 1]!.id]),
  )

  const stranger = await report(mob[0]!, { kind: 'user', username: (await signUp(app, 'other')).username })
  const decide = (also: string[]) =>
    admin.post(`/api/staff/reports/${ids[0]}/close`, { outcome: 'hidden', reason: REASON, also })
  expect((await decide([stranger])).body.code).toBe('not_found')
  expect((await decide(Array.from({ length: REPORTS_TOGETHER + 1 }, () => crypto.randomUUID()))).status).toBe(400)
  expect((await decide(others.map(({ id }) => id))).status).toBe(200)
  expect((await all('show=open')).filter(({ reported }) => reported?.id === maker.id)).toEqual([])
  expect((await maker.get(`/api/my-offers/${offer.id}`)).body.hidden.reason).toBe(REASON)
  const { rows } = await owner.query(
    'select closing_id, outcome, closed_with from reports where reported_id = $1 order by at',
    [maker.id],
  )
  expect(new Set(rows.map(({ closing_id, outcome }) => `${closing_id} ${outcome}`)).size).toBe(1)
  expect(rows.map(({ closed_with }) => closed_with)).toEqual([null, ...ids.slice(1).map(() => ids[0])])
  for (const [n, { email }] of mob.entries())
    expect((await mailsTo(owner, email)).filter(({ kind }) => kind === 'report_acted_on')).toMatchObject([
      { values: { reference: `R-${ids[n]!.slice(0, 8).toUpperCase()}` } },
    ])
  expect((await mailsTo(owner, maker.email)).map(({ kind }) => kind)).toEqual(['offer_hidden'])
})

test('an admin decides a case without their own report in it, and the database refuses reports of two users together', async () => {
  const { app, owner } = testApp()
  const [maker, first, other] = await signUpMany(app, 3, 'user')
  const waits = await report(first!, { kind: 'user', username: maker!.username })
  const own = await report(admin, { kind: 'user', username: maker!.username })
  const [found] = (await all('show=open')).filter(({ reported }) => reported?.id === maker!.id)
  expect([found?.id, found?.openCase?.reports, found?.openCase?.others]).toEqual([waits, 2, []])
  const both = { outcome: 'no_action', reason: REASON, also: [own] }
  expect((await admin.post(`/api/staff/reports/${waits}/close`, both)).body.code).toBe('own_report')
  const about = await report(first!, { kind: 'user', username: other!.username })
  await close(waits, 'no_action')
  const refusal = await refusalOf(
    owner,
    `update reports set closing_id = (select closing_id from reports where id = '${waits}'), outcome = 'no_action',
       closed_with = '${waits}' where id = '${about}'`,
  )
  expect(refusal).toBe('reports_closed_with_same_user')
  expect((await mailsTo(owner, first!.email)).filter(({ kind }) => kind === 'report_closed')).toHaveLength(1)
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

test('a reported rating is removed for good: no one but its author reads it, and averages and counts lose it', async () => {
  const { app, owner } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  const rate = (user: Caller, stars: number, comment: string) =>
    user.post(`/api/trades/${trade.id}/ratings`, { stars, comment })
  const { id: ratingId } = (await rate(buyer, 1, 'Call me on 20 123 456.')).body.given
  await rate(seller, 5, '')
  await seller.post(`/api/ratings/${ratingId}/reply`, { reply: 'That is my number.' })
  const readers = [await signUp(app, 'reporter'), await signUp(app, 'reporter')] as const
  const ids: string[] = []
  for (const reader of readers) ids.push(await report(reader, { kind: 'rating', ratingId }, 'personal_data'))
  const about = await report(readers[0], { kind: 'user', username: buyer.username })
  expect((await close(about, 'removed')).body.code).toBe('report_outcome_wrong')
  expect((await close(ids[0]!, 'hidden')).body.code).toBe('report_outcome_wrong')

  expect((await close(ids[0]!, 'removed')).status).toBe(200)
  expect((await close(ids[1]!, 'removed')).status).toBe(200)
  const page = await call(app, 'GET', `/api/traders/${seller.username}`)
  const list = await call(app, 'GET', `/api/traders/${seller.username}/ratings`)
  expect([page.body.reputation.rating, list.body.ratings]).toEqual([null, []])
  expect((await seller.get(`/api/trades/${trade.id}/ratings`)).body).toMatchObject({
    given: { stars: 5 },
    removed: null,
    received: null,
  })
  const own = (await buyer.get(`/api/trades/${trade.id}/ratings`)).body
  expect(own).toMatchObject({
    given: { stars: 1, comment: 'Call me on 20 123 456.' },
    removed: { at: expect.any(String), reason: REASON },
    received: { stars: 5 },
  })
  expect((await buyer.post('/api/account/export')).body.trades[0].ratings.removed).toEqual(own.removed)
  expect((await rate(buyer, 1, 'Again.')).body.code).toBe('already_rated')
  for (const answer of [
    await seller.post(`/api/ratings/${ratingId}/reply`, { reply: 'Once more.' }),
    await readers[0].post('/api/reports', { reported: { kind: 'rating', ratingId }, reason: 'abuse', text: '' }),
  ])
    expect(answer.status).toBe(404)

  expect((await mailsTo(owner, buyer.email)).filter(({ kind }) => kind === 'rating_removed')).toMatchObject([
    { values: { message: REASON } },
  ])
  const records = (await admin.get('/api/staff/audit-log')).body.entries.slice(0, 3)
  expect(records.map(({ action }: { action: string }) => action)).toEqual([
    'close_report',
    'remove_rating',
    'close_report',
  ])
  expect(records[1]).toMatchObject({ about: buyer.username, userId: buyer.id, reason: REASON })
  expect((await all('show=closed')).find(({ id }) => id === ids[0])).toMatchObject({
    isRemoved: true,
    rated: { username: seller.username },
    excerpt: 'Call me on 20 123 456.',
    closed: { outcome: 'removed' },
  })
  expect(await violations(owner)).toEqual([])

  await rateAgain(seller, buyer)
  expect(await violations(owner)).toEqual([])
  expect((await buyer.post('/api/account/delete', { username: buyer.username })).status).toBe(200)
  expect(await violations(owner)).toEqual([])
})

/** Another trade of the pair is rated: within 30 days it counts for neither. */
async function rateAgain(seller: Caller, buyer: Caller): Promise<void> {
  const trade = await openTradeBetween(buyer, (await postOffer(seller)).id)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  for (const user of [seller, buyer]) await user.post(`/api/trades/${trade.id}/ratings`, { stars: 5, comment: '' })
}

test('no rating of a recent counterparty is removed, and none of an admin’s own trade; an author who is gone is not mailed', async () => {
  const { app } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  const { id: ratingId } = (await buyer.post(`/api/trades/${trade.id}/ratings`, { stars: 1, comment: 'Lies.' })).body
    .given
  await seller.post(`/api/trades/${trade.id}/ratings`, { stars: 5, comment: '' })
  const id = await report(await signUp(app, 'reporter'), { kind: 'rating', ratingId }, 'abuse')
  const rated = await makeAdmin(seller)
  const traded = await signUp(app, 'counterparty')
  await openTradeBetween(traded, (await postOffer(rated)).id)
  const counterparty = await makeAdmin(traded)
  const refusals = async (who: Caller) => {
    const { reports } = (await who.get(`/api/staff/users/${buyer.id}/reports`)).body
    return [
      reports[0].refusal,
      ...(await Promise.all([close(id, 'removed', who), close(id, 'no_action', who)])).map(({ body }) => body.code),
    ]
  }
  expect(await refusals(rated)).toEqual(Array(3).fill('staff_conflict'))
  expect(await refusals(counterparty)).toEqual(Array(3).fill('rating_conflict'))
  expect([await closeInDatabase(id, rated), await closeInDatabase(id, counterparty)]).toEqual([
    'reports_closed_by_another',
    'staff_impartial',
  ])
  const minutes = (STAFF_CONFLICT_DAYS + 1) * 24 * 60
  await ageTrade(testApp().owner, trade.id, minutes)
  expect(await refusals(rated)).toEqual(Array(3).fill('rating_conflict'))
  await ageTrade(testApp().owner, trade.id, -minutes)
  await buyer.post('/api/account/delete', { username: buyer.username })
  expect((await close(id, 'removed')).status).toBe(200)
  expect((await call(app, 'GET', `/api/traders/${seller.username}`)).body.reputation.rating).toBeNull()
  expect(await violations(testApp().owner)).toEqual([])
})

async function makeAdmin(user: Caller): Promise<Caller> {
  await testApp().owner.query("insert into staff_members (user_id, role) values ($1, 'admin')", [user.id])
  return (await savePasskey(testApp(), user)).user
}

test('of two admins one closes a report; its reporter, its subject and a counterparty cannot', async () => {
  const { app, owner } = testApp()
  const { seller, buyer } = await tradingPair(app)
  const other = await createStaffUser(testApp())
  for (const { id } of [seller, buyer])
    await owner.query("insert into staff_members (user_id, role) values ($1, 'admin')", [id])
  const [reported, trading] = [(await savePasskey(testApp(), seller)).user, (await savePasskey(testApp(), buyer)).user]
  const id = await report(other, { kind: 'user', username: seller.username })
  for (const [who, refusal] of [
    [other, 'own_report'],
    [trading, 'staff_conflict'],
    [admin, null],
  ] as const) {
    const { reports } = (await who.get(`/api/staff/users/${reported.id}/reports`)).body
    expect([refusal, reports.map((each: StaffReport) => each.refusal)]).toEqual([refusal, [refusal]])
  }
  expect((await close(id, 'no_action', other)).body.code).toBe('own_report')
  expect((await close(id, 'no_action', reported)).body.code).toBe('own_account')
  expect((await close(id, 'no_action', trading)).body.code).toBe('staff_conflict')
  for (const [who, constraint] of [
    [other, 'reports_closed_by_another'],
    [reported, 'reports_closed_by_another'],
    [trading, 'staff_impartial'],
  ] as const)
    expect(await closeInDatabase(id, who)).toBe(constraint)
  expect((await close(id, 'suspended')).body.code).toBe('staff_account')
  const replies = await Promise.all([close(id, 'no_action'), close(id, 'no_action', await createStaffUser(testApp()))])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await close(crypto.randomUUID(), 'no_action')).status).toBe(404)
})

test('the queue is paged, the longest waiting first', async () => {
  const { app } = testApp()
  const ids: string[] = []
  for (let nr = 0; nr < STAFF_PAGE_SIZE + 2; nr++) {
    const [reporter, maker] = await signUpMany(app, 2, 'user')
    ids.push(await report(reporter!, { kind: 'user', username: maker!.username }))
  }
  const listed = (await all('show=open')).map(({ id }) => id).filter((id) => ids.includes(id))
  expect(listed).toEqual(ids)
  for (const cursor of ['x', '1.2', "1.'"])
    expect((await admin.get(`/api/staff/reports?cursor=${cursor}`)).body.code).toBe('invalid_input')
})
