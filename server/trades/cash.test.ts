/** Payments in person: the codes that both parties show and type, and what a thief on either side tries with them. */
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../domain/limits.ts'
import { asSystem, asViewer } from '../db/scope.ts'
import { createApiKey, apiClientWith } from '../testing/accounts/api-clients.ts'
import { ageReauthentication } from '../testing/accounts/factors.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { actFor, join } from '../testing/accounts/teams.ts'
import { move, OFFER, signUp, tradingPair, withRecord } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { disputeMove, STATEMENT } from '../testing/disputes.ts'
import { appointment, CASH, confirmCash, markMet, meeting, readCode, withdraw, wrongCode } from '../testing/meetings.ts'
import { insertProof } from '../testing/proofs.ts'
import { moveBody } from '../testing/move-body.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { violations } from '../testing/violations.ts'
import { findMeetingCode } from './meeting-codes.ts'

const testApp = useTestApp()
type Named = { id: string }

const statusOf = async (user: Caller, { id }: Named) => (await user.get(`/api/trades/${id}`)).body.status
const attemptsOf = async ({ id }: Named) => {
  const { rows } = await testApp().owner.query(
    'select count(*)::int as n from meeting_code_attempts where trade_id = $1',
    [id],
  )
  return rows[0].n
}
const refusal = ({ status, body }: { status: number; body: { code: string; field?: string } }) => [
  status,
  body.code,
  body.field,
]

test('the buyer types the seller’s code to mark, shows another, and the seller who types that has released the USDT', async () => {
  const { buyer, seller, trade, meetingCode, releaseCode } = await meeting(testApp().app)
  expect(await statusOf(buyer, trade)).toBe('payment_sent')
  expect((await readCode(seller, trade)).body.code).toBe('no_meeting_code')
  const typed = `${releaseCode.slice(0, 3)} ${releaseCode.slice(3)}`
  expect((await confirmCash(seller, trade, typed)).body.status).toBe('completed')
  expect((await readCode(buyer, trade)).body.code).toBe('no_meeting_code')
  const kept = await testApp().owner.query(
    'select row_to_json(c)::text as row from meeting_codes c where trade_id = $1',
    [trade.id],
  )
  expect(kept.rows).toHaveLength(2)
  for (const { row } of kept.rows) expect(row).not.toMatch(`${meetingCode}|${releaseCode}`)
  expect(await violations(testApp().owner)).toEqual([])
})

test('no tier counts a trade in person: two accounts of one person can confirm cash that never was', async () => {
  const { buyer, seller, trade, releaseCode } = await meeting(testApp().app)
  await confirmCash(seller, trade, releaseCode)
  const { rows } = await testApp().owner.query(
    'select completed_trades, completed_in_person, partners, partners_in_person from users where id = $1',
    [buyer.id],
  )
  expect(Object.values(rows[0])).toEqual([1, 1, 1, 1])
  expect((await buyer.get('/api/limits')).body).toMatchObject({ completedTrades: 0, partners: 0 })
})

test('an offer in person leaves its buyer the time to come', async () => {
  const seller = await signUp(testApp().app, 'seller')
  const reply = await seller.post('/api/offers', { ...OFFER, ...CASH, paymentWindowMinutes: 60 })
  expect(refusal(reply)).toEqual([400, 'invalid_input', 'paymentWindowMinutes'])
})

test('the meeting is shown to the parties of the open trade, and names no payee', async () => {
  const { buyer, trade } = await appointment(testApp().app)
  const { body } = await buyer.post(`/api/trades/${trade.id}/payment-details`)
  expect(body.details.map(({ name }: { name: string }) => name)).toEqual(['times', 'place'])
})

describe('no other than its holder reads a code', () => {
  test('the counterparty, from any answer', async () => {
    const { buyer, seller, trade, meetingCode } = await appointment(testApp().app)
    expect(await readCode(buyer, trade)).toMatchObject({ status: 409, body: { code: 'no_meeting_code' } })
    const paths = ['', '/messages', '/files', '/payer-check', '/rehearsal'].map(
      (end) => `/api/trades/${trade.id}${end}`,
    )
    for (const path of paths) expect(JSON.stringify((await buyer.get(path)).body)).not.toContain(meetingCode)
    await markMet(buyer, trade, meetingCode)
    const { code } = (await readCode(buyer, trade)).body
    for (const path of paths) expect(JSON.stringify((await seller.get(path)).body)).not.toContain(code)
  })

  test('a stranger, the staff, an API key', async () => {
    const { app } = testApp()
    const { buyer, seller, trade } = await meeting(app)
    for (const user of [await signUp(app, 'stranger'), await createStaffUser(testApp(), 'arbiter')]) {
      expect(await readCode(user, trade)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await readCode(seller, trade)).toMatchObject({ status: 409, body: { code: 'no_meeting_code' } })
    const robot = apiClientWith(app, (await createApiKey(buyer, ['read', 'trades', 'release'])).key)
    const reply = await robot('GET', `/api/trades/${trade.id}/meeting-code`)
    expect(reply).toMatchObject({ status: 403, body: { code: 'key_not_allowed' } })
  })

  test('a system scope, a team member or a key within the holder’s own scope', async () => {
    const { db } = testApp().context
    const { buyer, trade, releaseCode } = await meeting(testApp().app)
    const find = () => findMeetingCode(db, trade.id, buyer.id)
    expect(await asViewer(buyer.id, find)).toBe(releaseCode)
    expect(await asSystem('staff', find)).toBeNull()
    expect(await asViewer(buyer.id, find, { memberId: crypto.randomUUID() })).toBeNull()
    expect(await asViewer(buyer.id, find, { keyId: crypto.randomUUID() })).toBeNull()
  })
})

describe('a thief who buys', () => {
  test('marks no trade without the seller’s code', async () => {
    const { buyer, trade, meetingCode } = await appointment(testApp().app)
    for (const typed of [undefined, '12345', 'abcdef'])
      expect(refusal(await markMet(buyer, trade, typed))).toEqual([400, 'invalid_input', 'meetingCode'])
    expect(refusal(await markMet(buyer, trade, wrongCode(meetingCode)))).toEqual([
      409,
      'meeting_code_wrong',
      'meetingCode',
    ])
    expect(await statusOf(buyer, trade)).toBe('awaiting_payment')
  })

  test('has ten attempts, and the right code is refused after them', async () => {
    const { buyer, trade, meetingCode } = await appointment(testApp().app)
    for (let left = LIMITS.meeting_code_attempts - 1; left >= 0; left--) {
      const { body } = await markMet(buyer, trade, wrongCode(meetingCode))
      expect([body.code, body.values]).toEqual(['meeting_code_wrong', { left }])
    }
    expect(refusal(await markMet(buyer, trade, meetingCode))).toEqual([
      429,
      'meeting_code_attempts_used',
      'meetingCode',
    ])
    expect(await attemptsOf(trade)).toBe(LIMITS.meeting_code_attempts)
    expect(await statusOf(buyer, trade)).toBe('awaiting_payment')
  })

  test('does not mark again with the code of an earlier meeting', async () => {
    const { buyer, seller, trade, meetingCode } = await meeting(testApp().app)
    expect((await withdraw(buyer, trade)).status).toBe(200)
    const next = (await readCode(seller, trade)).body.code
    // One of a million pairs is equal.
    if (next !== meetingCode) expect((await markMet(buyer, trade, meetingCode)).body.code).toBe('meeting_code_wrong')
    expect((await markMet(buyer, trade, next)).body.status).toBe('payment_sent')
  })

  test('has the ten attempts once, however often the mark is withdrawn', async () => {
    const { buyer, seller, trade, meetingCode } = await appointment(testApp().app)
    for (let wrong = 1; wrong <= 4; wrong++) await markMet(buyer, trade, wrongCode(meetingCode))
    expect((await markMet(buyer, trade, meetingCode)).body.status).toBe('payment_sent')
    expect((await withdraw(buyer, trade)).status).toBe(200)
    const next = (await readCode(seller, trade)).body.code
    for (let left = LIMITS.meeting_code_attempts - 6; left >= 0; left--)
      expect((await markMet(buyer, trade, wrongCode(next))).body.values).toEqual({ left })
    expect((await markMet(buyer, trade, next)).body.code).toBe('meeting_code_attempts_used')
    expect(await statusOf(buyer, trade)).toBe('awaiting_payment')
  })

  test('gets nothing by the own code alone: the seller says that the cash is counted', async () => {
    const { buyer, seller, trade, releaseCode } = await meeting(testApp().app)
    expect((await confirmCash(buyer, trade, releaseCode)).body.code).toBe('not_your_move')
    const uncounted = await confirmCash(seller, trade, releaseCode, { seenInAccount: false })
    expect(refusal(uncounted)).toEqual([400, 'invalid_input', 'seenInAccount'])
    expect(await statusOf(seller, trade)).toBe('payment_sent')
  })
})

describe('a thief who sells, or has the seller’s session', () => {
  test.each([
    ['none', undefined],
    ['five digits', '12345'],
    ['other characters', 'abcdef'],
  ] as [string, string | undefined][])('releases nothing with %s', async (_, code) => {
    const { seller, trade } = await meeting(testApp().app)
    expect(refusal(await confirmCash(seller, trade, code))).toEqual([400, 'invalid_input', 'releaseCode'])
    expect(await attemptsOf(trade)).toBe(1)
    expect(await statusOf(seller, trade)).toBe('payment_sent')
  })

  test('has ten attempts, and the right code is refused after them', async () => {
    const { seller, trade, releaseCode } = await meeting(testApp().app)
    for (let left = LIMITS.meeting_code_attempts - 1; left >= 0; left--) {
      const { status, body } = await confirmCash(seller, trade, wrongCode(releaseCode))
      expect([status, body.code, body.field, body.values]).toEqual([409, 'release_code_wrong', 'releaseCode', { left }])
    }
    expect(refusal(await confirmCash(seller, trade, releaseCode))).toEqual([
      429,
      'release_code_attempts_used',
      'releaseCode',
    ])
    expect(await statusOf(seller, trade)).toBe('payment_sent')
  })

  test('is counted one attempt after another where many come together', async () => {
    const { seller, trade, releaseCode } = await meeting(testApp().app)
    const limit = LIMITS.meeting_code_attempts
    const replies = await Promise.all(
      Array.from({ length: limit + 4 }, () => confirmCash(seller, trade, wrongCode(releaseCode))),
    )
    const count = (code: string) => replies.filter(({ body }) => body.code === code).length
    expect([count('release_code_wrong'), count('release_code_attempts_used')]).toEqual([limit, 4])
    // The buyer's right one is another count.
    expect(await attemptsOf(trade)).toBe(limit + 1)
  })

  test('releases nothing with the code of a mark that was withdrawn', async () => {
    const { buyer, seller, trade, releaseCode } = await meeting(testApp().app)
    await withdraw(buyer, trade)
    await markMet(buyer, trade, (await readCode(seller, trade)).body.code)
    const next = (await readCode(buyer, trade)).body.code
    // One of a million pairs is equal.
    if (next !== releaseCode)
      expect((await confirmCash(seller, trade, releaseCode)).body.code).toBe('release_code_wrong')
    expect((await confirmCash(seller, trade, next)).body.status).toBe('completed')
    expect(await violations(testApp().owner)).toEqual([])
  })

  test('as a member of the seller’s team reads no code, types the buyer’s, and uses up the seller’s attempts', async () => {
    const { app, owner } = testApp()
    const { buyer, seller, trade, meetingCode } = await appointment(app)
    const member = await signUp(app, 'member')
    await join(seller, member, ['release'])
    const acting = await actFor(member, seller)
    const read = await readCode(acting, trade)
    expect([read.status, read.body.code]).toEqual([403, 'team_not_allowed'])
    await markMet(buyer, trade, meetingCode)
    const { code } = (await readCode(buyer, trade)).body
    const { body } = await confirmCash(acting, trade, wrongCode(code))
    expect([body.code, body.values]).toEqual(['release_code_wrong', { left: LIMITS.meeting_code_attempts - 1 }])
    expect((await confirmCash(acting, trade, code)).body.status).toBe('completed')
    expect(await violations(owner)).toEqual([])
  })

  test('needs re-authentication of any amount', async () => {
    const { seller, trade, releaseCode } = await meeting(testApp().app)
    await ageReauthentication(testApp().owner, seller)
    expect(refusal(await confirmCash(seller, trade, releaseCode)).slice(0, 2)).toEqual([
      403,
      'reauthentication_required',
    ])
    expect(await statusOf(seller, trade)).toBe('payment_sent')
  })
})

test('an API key types no code of either party', async () => {
  const { app } = testApp()
  const { buyer, seller, trade, meetingCode } = await appointment(app, {}, await withRecord(app))
  const keyOf = async (user: Caller) => apiClientWith(app, (await createApiKey(user, ['trades', 'release'])).key)
  const mark = { seenStatus: 'awaiting_payment', meetingCode }
  const marked = await (await keyOf(buyer))('POST', `/api/trades/${trade.id}/mark-paid`, mark)
  expect(refusal(marked)).toEqual([403, 'code_by_key', 'meetingCode'])
  await markMet(buyer, trade, meetingCode)
  const { code: releaseCode } = (await readCode(buyer, trade)).body
  const receipt = { seenStatus: 'payment_sent', seenInAccount: true, releaseCode }
  const confirmed = await (await keyOf(seller))('POST', `/api/trades/${trade.id}/confirm-receipt`, receipt)
  expect(refusal(confirmed)).toEqual([403, 'code_by_key', 'releaseCode'])
  expect(await statusOf(seller, trade)).toBe('payment_sent')
})

describe('a party sends no code of its own in the chat', () => {
  const say = (user: Caller, { id }: Named, text: string) =>
    user.post(`/api/trades/${id}/messages`, { text, clientId: crypto.randomUUID() })

  test.each([
    ['as it is', (code: string) => `My code is ${code}.`],
    ['in groups', (code: string) => `${code.slice(0, 2)}-${code.slice(2, 4)} / ${code.slice(4)}`],
    ['in Arabic digits', (code: string) => code.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)],
  ] as const)('a text with the code %s is refused', async (_, write) => {
    const { buyer, seller, trade, meetingCode } = await appointment(testApp().app)
    expect(refusal(await say(seller, trade, write(meetingCode)))).toEqual([409, 'code_in_message', 'text'])
    await markMet(buyer, trade, meetingCode)
    const { code } = (await readCode(buyer, trade)).body
    expect(refusal(await say(buyer, trade, write(code)))).toEqual([409, 'code_in_message', 'text'])
  })

  test('and learns nothing of the code of the other party by what is refused', async () => {
    const { buyer, seller, trade, meetingCode, releaseCode } = await meeting(testApp().app)
    expect((await say(seller, trade, `Is it ${releaseCode}?`)).status).toBe(201)
    // Once it was typed it is worth nothing.
    expect((await say(seller, trade, `It was ${meetingCode}.`)).status).toBe(201)
    expect((await say(buyer, trade, `I bring 150 dinars at 10:30.`)).status).toBe(201)
  })
})

describe('a field of the other kind of payment is refused by its name', () => {
  test('names, where the parties meet', async () => {
    const { buyer, seller, trade, meetingCode } = await appointment(testApp().app)
    const named = await markMet(buyer, trade, meetingCode, { payerName: 'Amel Ben Salah' })
    expect(refusal(named)).toEqual([400, 'invalid_input', 'payerName'])
    expect(await attemptsOf(trade)).toBe(0)
    await markMet(buyer, trade, meetingCode)
    const { code } = (await readCode(buyer, trade)).body
    const stated = await confirmCash(seller, trade, code, { senderName: 'Amel Ben Salah' })
    expect(refusal(stated)).toEqual([400, 'invalid_input', 'senderName'])
    expect(refusal(await confirmCash(seller, trade, code, { statedSamePerson: true }))).toEqual([
      400,
      'invalid_input',
      'statedSamePerson',
    ])
  })

  test('codes, where a bank pays; and a name is required there as before', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    const body = moveBody('mark-paid', 'awaiting_payment')
    const coded = await buyer.post(`/api/trades/${trade.id}/mark-paid`, { ...body, meetingCode: '123456' })
    expect(refusal(coded)).toEqual([400, 'invalid_input', 'meetingCode'])
    const unnamed = await buyer.post(`/api/trades/${trade.id}/mark-paid`, { ...body, payerName: undefined })
    expect(refusal(unnamed)).toEqual([400, 'invalid_input', 'payerName'])
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect((await readCode(buyer, trade)).body.code).toBe('no_meeting_code')
    expect(refusal(await confirmCash(seller, trade, '123456'))).toEqual([400, 'invalid_input', 'releaseCode'])
    expect(refusal(await confirmCash(seller, trade))).toEqual([400, 'invalid_input', 'senderName'])
  })
})

describe('in a dispute', () => {
  async function disputed() {
    const { owner } = testApp()
    const pair = await meeting(testApp().app)
    await confirmCash(pair.seller, pair.trade, wrongCode(pair.releaseCode))
    await ageTrade(owner, pair.trade.id, 11)
    const opened = { seenStatus: 'payment_sent', reason: 'not_received', statement: STATEMENT }
    expect((await pair.seller.post(`/api/trades/${pair.trade.id}/open-dispute`, opened)).status).toBe(200)
    return pair
  }
  const confirm = (seller: Caller, { id }: Named, changes: object = {}) =>
    seller.post(`/api/trades/${id}/dispute/confirm-receipt`, { seenInAccount: true, ...changes })

  test('the arbiter reads which codes were typed, and the seller confirms without one: the parties do not meet again', async () => {
    const { buyer, seller, trade, releaseCode } = await disputed()
    expect((await readCode(buyer, trade)).body.code).toBe('no_meeting_code')
    expect((await confirmCash(seller, trade, releaseCode)).body.code).toBe('stale_screen')
    await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    const arbiter = await createStaffUser(testApp(), 'arbiter')
    await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    const { body } = await arbiter.get(`/api/staff/disputes/${trade.id}`)
    expect(body.codeAttempts).toMatchObject([
      { by: 'buyer', isRight: true },
      { by: 'seller', isRight: false },
    ])
    expect(JSON.stringify(body)).not.toContain(releaseCode)
    expect((await confirm(seller, trade)).body.status).toBe('completed')
    expect(await violations(testApp().owner)).toEqual([])
  })

  test('after an objection without a mark the seller confirms without a code', async () => {
    const { app, owner } = testApp()
    const { buyer, seller, trade } = await appointment(app)
    expect((await buyer.post(`/api/trades/${trade.id}/payment-details`, {})).status).toBe(200)
    expect((await move(seller, trade, 'cancel', 'awaiting_payment')).body.status).toBe('refund_held')
    expect((await readCode(seller, trade)).body.code).toBe('no_meeting_code')
    const objection = { seenStatus: 'refund_held', statement: STATEMENT, proofId: await insertProof(owner, trade) }
    expect((await buyer.post(`/api/trades/${trade.id}/object`, objection)).body.status).toBe('disputed')
    expect((await confirm(seller, trade, { senderName: 'Amel Ben Salah' })).body.field).toBe('senderName')
    expect((await confirm(seller, trade)).body.status).toBe('completed')
    expect(await violations(owner)).toEqual([])
  })

  test('the confirmation needs re-authentication, and takes no name', async () => {
    const { seller, trade } = await disputed()
    const named = await confirm(seller, trade, { senderName: 'Amel Ben Salah' })
    expect(refusal(named)).toEqual([400, 'invalid_input', 'senderName'])
    await ageReauthentication(testApp().owner, seller)
    expect(refusal(await confirm(seller, trade)).slice(0, 2)).toEqual([403, 'reauthentication_required'])
    expect(await statusOf(seller, trade)).toBe('disputed')
  })
})
