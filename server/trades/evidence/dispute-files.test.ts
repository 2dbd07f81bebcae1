/** Files of a dispute over HTTP: evidence of both sides, what the arbiter of the case sees, and the proof of an objection. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { TradeFile } from '../../../domain/api/trades/evidence.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { REFUND_HOLD_MINUTES } from '../../../domain/trades/trades.ts'
import { moveDueTrades } from '../../jobs/worker.ts'
import { apiClientWith, createApiKey } from '../../testing/accounts/api-clients.ts'
import type { TestApp } from '../../testing/app.ts'
import { STATEMENT, disputedTrade, paidTrade, takenCase } from '../../testing/disputes.ts'
import { createStaffUser } from '../../testing/accounts/staff.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageTrade } from '../../testing/time-travel.ts'
import { addFile, noise, originOf, pdf, readFile } from '../../testing/uploads.ts'
import { move, tradingPair, withRecord } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'

const testApp = useTestApp()
let home: TestApp
let origin: string

beforeAll(async () => {
  home = testApp()
  origin = await originOf(home.app)
})

const addEvidence = (user: { cookie?: string }, trade: { id: string }, file: Uint8Array) =>
  addFile(origin, user, trade.id, { file, purpose: 'dispute_evidence' })
const allFilesOf = async (user: Caller, trade: { id: string }): Promise<TradeFile[]> =>
  (await user.get(`/api/trades/${trade.id}/files`)).body.files
const filesOf = async (user: Caller, trade: { id: string }) => evidenceOf(await allFilesOf(user, trade))
/** Without the proof that the buyer's first payment mark needed. */
const evidenceOf = (files: TradeFile[]) => files.filter(({ purpose }) => purpose === 'dispute_evidence')

async function readersOf(fileId: string): Promise<string[]> {
  const { rows } = await home.owner.query('select reader_id from evidence_reads where file_id = $1 order by id', [
    fileId,
  ])
  return rows.map(({ reader_id: reader }) => reader)
}

/** The files of a case as the arbiter's desk reads them. */
async function caseFiles(user: Caller, trade: { id: string }) {
  return user.get(`/api/staff/disputes/${trade.id}/files`)
}

async function readCaseFile(user: { cookie?: string }, trade: { id: string }, fileId: string) {
  const response = await fetch(`${origin}/api/staff/disputes/${trade.id}/files/${fileId}`, {
    headers: user.cookie === undefined ? {} : { cookie: user.cookie },
  })
  return { status: response.status, headers: Object.fromEntries(response.headers) }
}

describe('evidence', () => {
  test('is added by both sides during the dispute only, and both see it', async () => {
    const { seller, buyer, trade } = await paidTrade(home)
    expect(await addEvidence(seller, trade, pdf('early'))).toMatchObject({
      status: 409,
      body: { code: 'file_not_expected', details: { status: 'payment_sent' } },
    })
    const disputed = await disputedTrade(home)
    const [one, other] = [
      await addEvidence(disputed.buyer, disputed.trade, pdf('of the buyer')),
      await addEvidence(disputed.seller, disputed.trade, await noise()),
    ]
    expect([one, other]).toMatchObject([
      { status: 201, body: { sender: 'buyer', purpose: 'dispute_evidence', isSubmitted: true } },
      { status: 201, body: { sender: 'seller', purpose: 'dispute_evidence', isSubmitted: true } },
    ])
    for (const user of [disputed.buyer, disputed.seller])
      expect(await filesOf(user, disputed.trade)).toEqual([one.body, other.body])
    expect(await filesOf(buyer, trade)).toEqual([])
    expect(
      await addFile(origin, disputed.buyer, disputed.trade.id, { file: pdf('a proof'), purpose: 'payment_proof' }),
    ).toMatchObject({ status: 409, body: { code: 'file_not_expected' } })
  })

  test('has up to five files a side, however many are added concurrently', async () => {
    const { seller, buyer, trade } = await disputedTrade(home)
    for (const user of [buyer, seller]) {
      for (let n = 1; n < LIMITS.files_of_party; n++)
        expect((await addEvidence(user, trade, pdf(`${user.username} ${n}`))).status).toBe(201)
    }
    const replies = await Promise.all(
      [buyer, seller, buyer, seller].map((user, n) => addEvidence(user, trade, pdf(`last ${n}`))),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
    for (const { status, body } of replies) if (status === 409) expect(body.code).toBe('file_quota')
    expect(await filesOf(buyer, trade)).toHaveLength(2 * LIMITS.files_of_party)
  })

  test('reaches the other party’s event stream, and is no notification', async () => {
    const { seller, buyer, trade } = await disputedTrade(home)
    const before = (await seller.get('/api/events/since')).body.position
    const { body: notified } = await seller.get('/api/notifications')
    await addEvidence(buyer, trade, pdf('new'))
    const { events } = (await seller.get(`/api/events/since?after=${before}`)).body
    expect(events).toMatchObject([{ kind: 'file', data: { tradeId: trade.id, messages: [] } }])
    expect((await seller.get('/api/notifications')).body).toEqual(notified)
  })

  test('in the moment before the worker opens the dispute is to be sent again', async () => {
    const { seller, trade } = await paidTrade(home)
    await ageTrade(home.owner, trade.id, 25 * 60)
    expect((await seller.get(`/api/trades/${trade.id}`)).body.status).toBe('disputed')
    expect(await addEvidence(seller, trade, pdf('x'))).toMatchObject({ status: 503, body: { code: 'busy' } })
    await moveDueTrades(home.context)
    expect((await addEvidence(seller, trade, pdf('x'))).status).toBe(201)
  })
})

describe('the arbiter of the case', () => {
  test('reads the files of both sides, and learns which were used before, and not where', async () => {
    const earlier = await disputedTrade(home)
    await addEvidence(earlier.buyer, earlier.trade, pdf('used in two trades'))
    const { seller, buyer, trade, arbiter } = await takenCase(home)
    const { body: reused } = await addEvidence(buyer, trade, pdf('used in two trades'))
    const { body: fresh } = await addEvidence(seller, trade, await noise())
    const { status, body } = await caseFiles(arbiter, trade)
    expect([status, evidenceOf(body.files)]).toEqual([
      200,
      [
        { ...reused, reuse: 'same_file' },
        { ...fresh, reuse: null },
      ],
    ])
    expect(JSON.stringify(body)).not.toContain(earlier.trade.id)
    expect(await readCaseFile(arbiter, trade, reused.id)).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': expect.stringMatching(/^attachment; filename="FP-/),
        'cache-control': 'private, no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox/),
      },
    })
    expect(await readersOf(reused.id)).toEqual([arbiter.id])
    for (const user of [buyer, seller]) {
      expect(await filesOf(user, trade)).toEqual([reused, fresh])
      expect((await caseFiles(user, trade)).status).toBe(404)
      expect((await readCaseFile(user, trade, reused.id)).status).toBe(404)
    }
  })

  test('sees no draft', async () => {
    const { seller, buyer, trade } = await tradingPair(home.app, {}, await withRecord(home.app))
    const { body: draft } = await addFile(origin, buyer, trade.id, { file: pdf('not sent') })
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(home.owner, trade.id, 20)
    await seller.post(`/api/trades/${trade.id}/open-dispute`, {
      seenStatus: 'payment_sent',
      reason: 'not_received',
      statement: STATEMENT,
    })
    const arbiter = await createStaffUser(home, 'arbiter')
    await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect((await caseFiles(arbiter, trade)).body).toEqual({ files: [] })
    expect((await readCaseFile(arbiter, trade, draft.id)).status).toBe(404)
    expect(await readersOf(draft.id)).toEqual([])
  })

  test('is the only one of the staff who does', async () => {
    const { buyer, trade, arbiter } = await takenCase(home)
    const { body: file } = await addEvidence(buyer, trade, pdf('private'))
    const [other, admin] = [await createStaffUser(home, 'arbiter'), await createStaffUser(home, 'admin')]
    for (const [user, status, code] of [
      [other, 403, 'case_not_yours'],
      [admin, 404, 'not_found'],
    ] as const) {
      expect(await caseFiles(user, trade)).toMatchObject({ status, body: { code } })
      expect((await readCaseFile(user, trade, file.id)).status).toBe(status)
    }
    for (const user of [arbiter, other, admin]) {
      expect((await user.get(`/api/trades/${trade.id}/files`)).status).toBe(404)
      expect((await readFile(origin, user, trade.id, file.id)).status).toBe(404)
    }
    const key = await createApiKey(arbiter, ['read', 'offers', 'trades', 'release'])
    const program = apiClientWith(home.app, key.key)
    for (const path of ['', `/${file.id}`])
      expect(await program('GET', `/api/staff/disputes/${trade.id}/files${path}`)).toMatchObject({
        status: 403,
        body: { code: 'key_not_allowed' },
      })
    expect(await readersOf(file.id)).toEqual([])
  })

  test('does not find the file of another case', async () => {
    const [one, other] = [await takenCase(home), await takenCase(home)]
    const { body: file } = await addEvidence(one.buyer, one.trade, pdf('of the first case'))
    expect((await readCaseFile(other.arbiter, other.trade, file.id)).status).toBe(404)
    expect((await readCaseFile(other.arbiter, one.trade, file.id)).status).toBe(403)
  })
})

describe('an objection', () => {
  /** A trade whose refund is held: the seller cancelled it after the buyer had seen the payment details. */
  async function heldTrade() {
    const pair = await tradingPair(home.app)
    await home.owner.query('insert into payment_detail_reads (trade_id, reader_id) values ($1, $2)', [
      pair.trade.id,
      pair.buyer.id,
    ])
    const { body } = await move(pair.seller, pair.trade, 'cancel', 'awaiting_payment')
    expect(body.status).toBe('refund_held')
    return pair
  }
  const object = (user: Caller, trade: { id: string }, proofId: string) =>
    user.post(`/api/trades/${trade.id}/object`, { seenStatus: 'refund_held', statement: STATEMENT, proofId })

  test('names a proof, which the seller sees from then on', async () => {
    const { seller, buyer, trade } = await heldTrade()
    const { status, body: proof } = await addFile(origin, buyer, trade.id, { file: pdf('paid before') })
    expect([status, proof.isSubmitted]).toEqual([201, false])
    expect(await allFilesOf(seller, trade)).toEqual([])
    expect(await object(buyer, trade, proof.id)).toMatchObject({ status: 200, body: { status: 'disputed' } })
    expect(await allFilesOf(seller, trade)).toEqual([{ ...proof, isSubmitted: true }])
  })

  test('without a proof of its own trade is refused, and changes nothing', async () => {
    const { seller, buyer, trade } = await heldTrade()
    const other = await heldTrade()
    const { body: elsewhere } = await addFile(origin, other.buyer, other.trade.id, { file: pdf('of another trade') })
    for (const proofId of [crypto.randomUUID(), elsewhere.id])
      expect(await object(buyer, trade, proofId)).toMatchObject({
        status: 400,
        body: { code: 'proof_unknown', field: 'proofId' },
      })
    const missing = await buyer.post(`/api/trades/${trade.id}/object`, {
      seenStatus: 'refund_held',
      statement: STATEMENT,
    })
    expect(missing).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'proofId' } })
    expect((await seller.get(`/api/trades/${trade.id}`)).body.status).toBe('refund_held')
    expect(await allFilesOf(other.seller, other.trade)).toEqual([])
  })

  test('that comes too late leaves the proof a draft', async () => {
    const { seller, buyer, trade } = await heldTrade()
    const { body: proof } = await addFile(origin, buyer, trade.id, { file: pdf('too late') })
    await ageTrade(home.owner, trade.id, REFUND_HOLD_MINUTES + 1)
    expect((await object(buyer, trade, proof.id)).body.code).toBe('objection_window_passed')
    expect((await addFile(origin, buyer, trade.id, { file: pdf('later') })).body.code).toBe('file_not_expected')
    expect(await allFilesOf(seller, trade)).toEqual([])
  })
})
