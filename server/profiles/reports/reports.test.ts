import { expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { KEY_SCOPES } from '../../../domain/accounts/api-keys.ts'
import { createApiKey } from '../../testing/accounts/api-clients.ts'
import { call } from '../../testing/app.ts'
import { createStaffUser } from '../../testing/accounts/staff.ts'
import { useTestApp } from '../../testing/suite.ts'
import { move, postOffer, signUp, signUpMany, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'

const testApp = useTestApp()

const about = (user: Caller) => ({ kind: 'user', username: user.username })
const report = (reporter: Caller, reported: object, reason = 'fraud', text = 'Asked me to pay twice.') =>
  reporter.post('/api/reports', { reported, reason, text })

async function stored(reporter: Caller) {
  const { rows } = await testApp().owner.query(
    `select reported_id, subject_kind, subject_id, message_seq, reason, text, excerpt, closing_id
     from reports where reporter_id = $1 order by at`,
    [reporter.id],
  )
  return rows
}

test('a user reports a trader: the report keeps the bio as it was, and has a reference', async () => {
  const { app, owner } = testApp()
  const [reporter, thief] = await signUpMany(app, 2, 'user')
  await thief!.post('/api/profile', { bio: 'I am the support of Sarraf', location: '' })
  const reply = await report(reporter!, about(thief!), 'impersonation', '  Says so in the bio.\u202E ')
  expect([reply.status, reply.body.reference]).toEqual([201, expect.stringMatching(/^R-[0-9A-F]{8}$/)])
  await thief!.post('/api/profile', { bio: 'Fast and friendly', location: '' })
  expect(await stored(reporter!)).toEqual([
    {
      reported_id: thief!.id,
      subject_kind: 'user',
      subject_id: thief!.id,
      message_seq: null,
      reason: 'impersonation',
      text: 'Says so in the bio.',
      excerpt: 'I am the support of Sarraf',
      closing_id: null,
    },
  ])
  const { rows } = await owner.query('select from mails where user_id = $1', [thief!.id])
  expect(rows).toEqual([])
})

test('a user reports an offer: the terms are kept, and the offer stays on the market', async () => {
  const { app } = testApp()
  const [reporter, owner] = await signUpMany(app, 2, 'user')
  const offer = await postOffer(owner!, { terms: 'Write to me elsewhere first' })
  expect((await report(reporter!, { kind: 'offer', offerId: offer.id }, 'outside_platform', '')).status).toBe(201)
  expect(await stored(reporter!)).toMatchObject([
    { reported_id: owner!.id, subject_id: offer.id, excerpt: 'Write to me elsewhere first' },
  ])
  expect((await reporter!.get(`/api/offers/${offer.id}`)).body.status).toBe('active')
})

test('a party reports a message of the other party; strangers, own and system messages are refused', async () => {
  const { app } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  const stranger = await signUp(app, 'stranger')
  const sent = await seller.post(`/api/trades/${trade.id}/messages`, {
    text: 'Pay me twice',
    clientId: crypto.randomUUID(),
  })
  const message = { kind: 'message', tradeId: trade.id, seq: sent.body.seq }
  expect((await report(buyer, message)).status).toBe(201)
  expect(await stored(buyer)).toMatchObject([
    { reported_id: seller.id, subject_id: trade.id, message_seq: sent.body.seq, excerpt: 'Pay me twice' },
  ])
  for (const [who, what, status, code] of [
    [seller, message, 409, 'report_about_yourself'],
    [stranger, message, 404, 'not_found'],
    [buyer, { ...message, seq: 1 }, 404, 'not_found'],
    [buyer, { ...message, seq: 999 }, 404, 'not_found'],
  ] as const) {
    const reply = await report(who, what)
    expect([reply.status, reply.body.code]).toEqual([status, code])
  }
})

test('a published rating is reported with its comment, by any reader but its author; a hidden one is unknown', async () => {
  const { app, owner } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  await buyer.post(`/api/trades/${trade.id}/ratings`, { stars: 1, comment: 'Lives in Sousse, call 98123456' })
  const { rows } = await owner.query('select id from ratings where rater_id = $1', [buyer.id])
  const rating = { kind: 'rating', ratingId: rows[0].id }
  expect((await report(seller, rating, 'personal_data', '')).body.code).toBe('not_found')
  await seller.post(`/api/trades/${trade.id}/ratings`, { stars: 5, comment: '' })
  expect((await report(seller, rating, 'personal_data', '')).status).toBe(201)
  expect(await stored(seller)).toMatchObject([
    { reported_id: buyer.id, subject_kind: 'rating', excerpt: 'Lives in Sousse, call 98123456' },
  ])
  expect((await report(await signUp(app, 'reader'), rating, 'personal_data', '')).status).toBe(201)
  expect((await report(buyer, rating, 'untrue', '')).body.code).toBe('report_about_yourself')
})

test('unknown subjects are not found; the reporter and an offer of the reporter are refused', async () => {
  const { app } = testApp()
  const [reporter, other] = await signUpMany(app, 2, 'user')
  const offer = await postOffer(reporter!)
  const deleted = await postOffer(other!)
  await other!.delete(`/api/offers/${deleted.id}`)
  for (const [what, status, code] of [
    [{ kind: 'user', username: 'unknown_trader' }, 404, 'not_found'],
    [{ kind: 'offer', offerId: crypto.randomUUID() }, 404, 'not_found'],
    [{ kind: 'offer', offerId: deleted.id }, 404, 'not_found'],
    [{ kind: 'message', tradeId: crypto.randomUUID(), seq: 1 }, 404, 'not_found'],
    [about(reporter!), 409, 'report_about_yourself'],
    [{ kind: 'offer', offerId: offer.id }, 409, 'report_about_yourself'],
  ] as const) {
    const reply = await report(reporter!, what)
    expect([what, reply.status, reply.body.code]).toEqual([what, status, code])
  }
  expect(await stored(reporter!)).toEqual([])
})

test('each subject has its reasons, and another reason needs an explanation', async () => {
  const { app } = testApp()
  const [reporter, other] = await signUpMany(app, 2, 'user')
  for (const [reason, text, field] of [
    ['misleading_terms', '', 'reason'],
    ['unknown', '', 'reason'],
    ['other', 'Too short.', 'text'],
    ['spam', 'x'.repeat(1001), 'text'],
  ] as const) {
    const reply = await report(reporter!, about(other!), reason, text)
    expect([reason, reply.status, reply.body.field]).toEqual([reason, 400, field])
  }
  expect((await report(reporter!, about(other!), 'other', 'Sells the same account to several buyers.')).status).toBe(
    201,
  )
})

test('a reporter has one open report about a subject, also of concurrent ones, and another one once it is closed', async () => {
  const { app, owner } = testApp()
  const [reporter, other] = await signUpMany(app, 2, 'user')
  const replies = await Promise.all([1, 2, 3].map(() => report(reporter!, about(other!))))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expect((await report(reporter!, about(other!), 'abuse', '')).body.code).toBe('report_open')
  await close(await idOf(reporter!), await createStaffUser(testApp()))
  expect((await report(reporter!, about(other!))).status).toBe(201)
  expect((await owner.query('select from reports where reporter_id = $1', [reporter!.id])).rowCount).toBe(2)
})

test(`a user sends ${LIMITS.reports_per_day} reports a day; another user’s reports do not count`, async () => {
  const { app } = testApp()
  const [reporter, other] = await signUpMany(app, 2, 'user')
  const targets = await signUpMany(app, LIMITS.reports_per_day + 2, 'target')
  const sent = await Promise.all(targets.map((target) => report(reporter!, about(target))))
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(LIMITS.reports_per_day)
  const [refused] = sent.filter(({ status }) => status !== 201)
  expect([refused!.status, refused!.body.code, refused!.body.values]).toEqual([
    429,
    'reports_limit',
    { limit: LIMITS.reports_per_day },
  ])
  expect((await report(other!, about(targets[0]!))).status).toBe(201)
})

test('many reporters of one trader change nothing of the trader', async () => {
  const { app } = testApp()
  const { seller, buyer, offer, trade } = await tradingPair(app)
  const mob = await signUpMany(app, 6, 'mob')
  for (const each of mob) expect((await report(each, about(seller))).status).toBe(201)
  expect((await buyer.get(`/api/offers/${offer.id}`)).body.status).toBe('active')
  expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('awaiting_payment')
  expect((await seller.get('/api/session')).body.user.username).toBe(seller.username)
})

test('signed-out callers, unconfirmed emails and API keys are refused', async () => {
  const { app } = testApp()
  const [reporter, other] = await signUpMany(app, 2, 'user')
  const unverified = await signUp(app, 'unverified', { isVerified: false })
  const body = { reported: about(other!), reason: 'fraud', text: '' }
  expect((await call(app, 'POST', '/api/reports', { body })).status).toBe(401)
  expect((await unverified.post('/api/reports', body)).body.code).toBe('email_unverified')
  const { key } = await createApiKey(reporter!, KEY_SCOPES)
  const headers = { authorization: `Bearer ${key}` }
  expect((await call(app, 'POST', '/api/reports', { headers, body })).body.code).toBe('key_not_allowed')
})

test('no call shows a report to the reported user or to a stranger', async () => {
  const { app } = testApp()
  const [reporter, other, stranger] = await signUpMany(app, 3, 'user')
  await report(reporter!, about(other!), 'fraud', 'zebrafish')
  for (const user of [other!, stranger!])
    for (const path of [`/api/traders/${other!.username}`, '/api/profile', '/api/notifications', '/api/dashboard'])
      expect(JSON.stringify((await user.get(path)).body)).not.toContain('zebrafish')
})

async function idOf(reporter: Caller): Promise<string> {
  const { rows } = await testApp().owner.query('select id from reports where reporter_id = $1', [reporter.id])
  return rows[0].id
}

/** As staff close it, with a record of the audit log. */
async function close(reportId: string, actor: Caller): Promise<void> {
  await testApp().owner.query(
    `with record as (
       insert into audit_log (actor_id, role, action, subject, reason)
       values ('${actor.id}', 'admin', 'end_sessions', '${reportId}', 'The report was read.') returning id)
     update reports set closing_id = (select id from record), outcome = 'no_action' where id = '${reportId}'`,
  )
}
