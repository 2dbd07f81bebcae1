/** The names of a trade's payer: declared with the payment mark, compared at the confirmation, and hidden everywhere else. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../domain/limits.ts'
import { DISPUTE_AFTER_MINUTES } from '../../domain/trades/trades.ts'
import { createApiKey, apiClientWith } from '../testing/accounts/api-clients.ts'
import { decide, disputeMove, STATEMENT } from '../testing/disputes.ts'
import { moveBody, PAYER } from '../testing/move-body.ts'
import { neededProof } from '../testing/proofs.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { addFile, originOf, pdf } from '../testing/uploads.ts'
import { move, openTradeBetween, postOffer, signUp, tradingPair, withRecord } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
const OTHER = 'Karim Trabelsi'
type Named = { id: string }

const markPaid = (buyer: Caller, { id }: Named, changes: object = {}) =>
  buyer.post(`/api/trades/${id}/mark-paid`, { ...moveBody('mark-paid', 'awaiting_payment'), ...changes })
const confirm = (seller: Caller, { id }: Named, changes: object = {}, key?: string) =>
  seller.post(`/api/trades/${id}/confirm-receipt`, { ...moveBody('confirm-receipt', 'payment_sent'), ...changes }, key)
const readCheck = async (user: Caller, { id }: Named) => (await user.get(`/api/trades/${id}/payer-check`)).body

async function paidPair(payerName = PAYER) {
  const pair = await tradingPair(testApp().app)
  expect((await markPaid(pair.buyer, pair.trade, { payerName })).status).toBe(200)
  return pair
}

describe('the payment mark', () => {
  test.each([
    ['no name', undefined],
    ['an empty name', ''],
    ['one character', 'A'],
    ['blanks and invisible characters', '  \u200B\u200B '],
    ['more than 100 characters', 'A'.repeat(101)],
    ['a number', 5],
    ['null', null],
  ])('is refused with %s', async (_, payerName) => {
    const { buyer, trade } = await tradingPair(testApp().app)
    const reply = await markPaid(buyer, trade, { payerName })
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_input', 'payerName'])
    expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('awaiting_payment')
  })

  test('keeps the name in one line, without direction marks', async () => {
    const { buyer, trade } = await paidPair('  Amel\n\tBen \u200FSalah ')
    expect(await readCheck(buyer, trade)).toMatchObject({ payerName: PAYER })
  })

  test('of a buyer without a completed trade is refused without a proof, and nothing has changed', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    const without = { proofId: undefined }
    await addFile(await originOf(testApp().app), buyer, trade.id, { file: pdf('a draft that is not named') })
    const refused = await markPaid(buyer, trade, without)
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'proof_required', 'proofId'])
    expect((await buyer.get(`/api/trades/${trade.id}`)).body).toMatchObject({ status: 'awaiting_payment', version: 1 })
    expect((await markPaid(buyer, trade)).status).toBe(200)
    expect((await seller.get(`/api/trades/${trade.id}/files`)).body.files).toHaveLength(1)
    // The seller has seen it: the second mark of the trade needs no other.
    expect((await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')).status).toBe(200)
    expect((await markPaid(buyer, trade, without)).status).toBe(200)
  })

  test('of the owner of an offer to buy without a completed trade needs one, too', async () => {
    const owner = await signUp(testApp().app, 'owner')
    const seller = await withRecord(testApp().app)
    const offer = await postOffer(owner, { type: 'buy' })
    const trade = await openTradeBetween(seller, offer.id)
    expect((await markPaid(owner, trade, { proofId: undefined })).body.code).toBe('proof_required')
    expect((await markPaid(owner, trade)).status).toBe(200)
  })

  test('of a buyer with a completed trade needs none, also with an API key', async () => {
    const { app } = testApp()
    const pair = await tradingPair(app, {}, await withRecord(app))
    const robot = apiClientWith(app, (await createApiKey(pair.buyer, ['trades'])).key)
    const url = `/api/trades/${pair.trade.id}/mark-paid`
    expect((await robot('POST', url, moveBody('mark-paid', 'awaiting_payment'))).status).toBe(200)
    const other = await tradingPair(app)
    const newRobot = apiClientWith(app, (await createApiKey(other.buyer, ['trades'])).key)
    const refused = await newRobot(
      'POST',
      `/api/trades/${other.trade.id}/mark-paid`,
      moveBody('mark-paid', 'awaiting_payment'),
    )
    expect(refused.body).toMatchObject({ code: 'proof_required', field: 'proofId' })
  })

  test('a proof of another trade is no proof', async () => {
    const { app } = testApp()
    const buyer = await signUp(app, 'buyer')
    const [one, other] = [await tradingPair(app, {}, buyer), await tradingPair(app, {}, buyer)]
    const { body: proof } = await addFile(await originOf(app), buyer, one.trade.id, { file: pdf('of the first') })
    expect((await markPaid(buyer, other.trade, { proofId: proof.id })).body.code).toBe('proof_unknown')
    expect((await markPaid(buyer, one.trade, { proofId: proof.id })).status).toBe(200)
    expect((await markPaid(buyer, other.trade, { proofId: undefined })).body.code).toBe('proof_required')
  })

  test('shows its proof to the seller', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    const draft = await addFile(await originOf(testApp().app), buyer, trade.id, { file: pdf('receipt') })
    const filesOf = async (user: Caller) => (await user.get(`/api/trades/${trade.id}/files`)).body.files
    expect(await filesOf(seller)).toEqual([])
    expect((await markPaid(buyer, trade, { proofId: draft.body.id })).status).toBe(200)
    expect(await filesOf(seller)).toMatchObject([{ id: draft.body.id, isSubmitted: true }])
  })

  test('is refused with a proof that is not the buyer’s own of this trade', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    const reply = await markPaid(buyer, trade, { proofId: crypto.randomUUID() })
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'proof_unknown', 'proofId'])
  })

  test('made again declares another name, and the check is of that one', async () => {
    const { buyer, seller, trade } = await paidPair(OTHER)
    await confirm(seller, trade)
    await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
    await markPaid(buyer, trade)
    expect(await readCheck(seller, trade)).toMatchObject({ payerName: null, senderName: null, result: null })
    expect((await confirm(seller, trade)).body.status).toBe('completed')
    expect(await readCheck(seller, trade)).toMatchObject({ payerName: PAYER, senderName: PAYER, result: 'same' })
  })
})

describe('the confirmation', () => {
  test.each([
    ['without the statement that the money is in the account', { seenInAccount: undefined }, 'seenInAccount'],
    ['with its denial', { seenInAccount: false }, 'seenInAccount'],
    ['without the sender’s name', { senderName: undefined }, 'senderName'],
    ['with an empty name', { senderName: ' ' }, 'senderName'],
    ['with a statement that is no boolean', { statedSamePerson: 'yes' }, 'statedSamePerson'],
  ])('is refused %s', async (_, changes, field) => {
    const { seller, trade } = await paidPair()
    const reply = await confirm(seller, trade, changes)
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_input', field])
    expect((await seller.get(`/api/trades/${trade.id}`)).body.status).toBe('payment_sent')
  })

  test.each([
    ['in capitals, the surname first', 'BEN SALAH AMEL'],
    ['in Arabic script', 'أمل بن صالح'],
    ['with a title', 'Mme Amel Ben Salah'],
    ['with an initial', 'A. Ben Salah'],
  ])('releases for the same name %s', async (_, senderName) => {
    const { seller, trade } = await paidPair()
    expect((await confirm(seller, trade, { senderName })).body.status).toBe('completed')
    expect(await readCheck(seller, trade)).toMatchObject({ result: 'same', statedSamePerson: false })
  })

  test('is refused for another name; the refusal contains neither name', async () => {
    const { seller, buyer, trade } = await paidPair()
    const reply = await confirm(seller, trade, { senderName: OTHER })
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([409, 'payer_name_differs', 'senderName'])
    expect(JSON.stringify(reply.body)).not.toMatch(/Amel|Karim/)
    expect((await buyer.get(`/api/trades/${trade.id}`)).body).toMatchObject({ status: 'payment_sent', version: 2 })
    expect(await readCheck(seller, trade)).toMatchObject({ result: 'different', statedSamePerson: false })
  })

  test('releases for another name once the seller states that it is the same person', async () => {
    const { seller, buyer, trade } = await paidPair()
    await confirm(seller, trade, { senderName: OTHER })
    const reply = await confirm(seller, trade, { senderName: OTHER, statedSamePerson: true })
    expect(reply.body.status).toBe('completed')
    for (const user of [seller, buyer]) {
      expect(await readCheck(user, trade)).toMatchObject({
        payerName: PAYER,
        senderName: OTHER,
        result: 'different',
        statedSamePerson: true,
      })
    }
  })

  test('records no statement where the names agree', async () => {
    const { seller, trade } = await paidPair()
    await confirm(seller, trade, { statedSamePerson: true })
    expect(await readCheck(seller, trade)).toMatchObject({ result: 'same', statedSamePerson: false })
  })

  test('repeated with its key gets the stored refusal, and is recorded once', async () => {
    const { seller, trade } = await paidPair()
    const key = crypto.randomUUID()
    for (let times = 0; times < 2; times++) {
      expect((await confirm(seller, trade, { senderName: OTHER }, key)).body.code).toBe('payer_name_differs')
    }
    expect(await checksOf(trade)).toBe(1)
  })

  test('twice at the same moment releases once', async () => {
    const { seller, trade } = await paidPair()
    const replies = await Promise.all([1, 2, 3].map(() => confirm(seller, trade)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await checksOf(trade)).toBe(1)
  })

  test('of a wrong and a right name at the same moment ends completed, with the records in order', async () => {
    for (let round = 0; round < 5; round++) {
      const { seller, trade } = await paidPair()
      const [wrong, right] = await Promise.all([confirm(seller, trade, { senderName: OTHER }), confirm(seller, trade)])
      expect(right.body.status).toBe('completed')
      expect(wrong.status).toBe(409)
      expect(await readCheck(seller, trade)).toMatchObject({ result: 'same' })
    }
  })

  test('against a withdrawal of the payment mark: one of the two happens', async () => {
    for (let round = 0; round < 5; round++) {
      const { seller, buyer, trade } = await paidPair()
      const [confirmed, withdrawn] = await Promise.all([
        confirm(seller, trade),
        move(buyer, trade, 'withdraw-payment-mark', 'payment_sent'),
      ])
      expect([confirmed.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })

  test('keeps a bounded number of names that differ, and can still be right afterwards', async () => {
    const { seller, trade } = await paidPair()
    for (let n = 0; n <= LIMITS.payer_checks; n++) {
      expect((await confirm(seller, trade, { senderName: `${OTHER} ${'I'.repeat(n)}` })).status).toBe(409)
    }
    expect(await checksOf(trade)).toBe(LIMITS.payer_checks)
    expect((await confirm(seller, trade)).body.status).toBe('completed')
  })
})

describe('the names', () => {
  test('are hidden from the seller until the seller has typed one', async () => {
    const { seller, buyer, trade } = await paidPair()
    const hidden = { payerName: null, senderName: null, result: null, statedSamePerson: false, checkedAt: null }
    expect(await readCheck(seller, trade)).toEqual(hidden)
    expect(await readCheck(buyer, trade)).toEqual({ ...hidden, payerName: PAYER })
    await confirm(seller, trade, { senderName: OTHER })
    expect(await readCheck(seller, trade)).toMatchObject({ payerName: PAYER, senderName: OTHER })
    expect(await readCheck(buyer, trade)).toMatchObject({ payerName: PAYER, senderName: OTHER })
  })

  test('are none before the payment mark', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    for (const user of [seller, buyer]) {
      expect(await readCheck(user, trade)).toMatchObject({ payerName: null, senderName: null, result: null })
    }
  })

  test('are not found by a stranger, staff included, nor by an API key of a party', async () => {
    const { app } = testApp()
    const { buyer, seller, trade } = await paidPair()
    const url = `/api/trades/${trade.id}/payer-check`
    for (const user of [
      await signUp(app, 'stranger'),
      await createStaffUser(testApp()),
      await createStaffUser(testApp(), 'arbiter'),
    ]) {
      expect(await user.get(url)).toMatchObject({ status: 404 })
    }
    for (const user of [buyer, seller]) {
      const client = apiClientWith(app, (await createApiKey(user, ['read', 'trades'])).key)
      expect(await client('GET', url)).toMatchObject({ status: 403, body: { code: 'key_not_allowed' } })
    }
  })

  test('can be sent by API keys, which are answered without them', async () => {
    const { app } = testApp()
    const { buyer, seller, trade } = await tradingPair(app)
    const [payer, shop] = [
      apiClientWith(app, (await createApiKey(buyer, ['trades', 'release'])).key),
      apiClientWith(app, (await createApiKey(seller, ['trades', 'release'])).key),
    ]
    const url = `/api/trades/${trade.id}`
    const proofId = await neededProof(testApp().owner, trade.id, buyer.id)
    const paid = await payer('POST', `${url}/mark-paid`, { ...moveBody('mark-paid', 'awaiting_payment'), proofId })
    const body = { ...moveBody('confirm-receipt', 'payment_sent'), senderName: OTHER }
    const refused = await shop('POST', `${url}/confirm-receipt`, body)
    const done = await shop('POST', `${url}/confirm-receipt`, { ...body, senderName: PAYER })
    expect([paid.status, refused.body.code, done.body.status]).toEqual([200, 'statement_by_key', 'completed'])
    expect(JSON.stringify([paid.body, refused.body, done.body])).not.toMatch(/Amel|Karim/)
  })

  test('are in no other answer: the trade, the lists, the chat, alerts, the dashboard, profiles', async () => {
    const { buyer, seller, trade } = await paidPair()
    await confirm(seller, trade, { senderName: OTHER })
    await confirm(seller, trade, { senderName: OTHER, statedSamePerson: true })
    for (const url of [
      `/api/trades/${trade.id}`,
      '/api/trades',
      `/api/trades/${trade.id}/messages`,
      '/api/notifications',
      '/api/dashboard',
      `/api/traders/${buyer.username}`,
      '/api/offers',
    ]) {
      for (const user of [buyer, seller]) {
        const reply = await user.get(url)
        expect([url, reply.status]).toEqual([url, 200])
        expect(JSON.stringify(reply.body)).not.toMatch(/Amel|Karim Trabelsi/)
      }
    }
  })

  test('are in no row of the database, in no form of text, and no unkeyed hash of a request is stored', async () => {
    const { owner } = testApp()
    const names = ['Zubayda Quraishi', 'Xenophon Papadakis']
    const { seller, trade } = await paidPair(names[0])
    await confirm(seller, trade, { senderName: names[1] })
    await confirm(seller, trade, { senderName: names[1], statedSamePerson: true })
    const dump = await everythingIn(owner)
    for (const name of [...names, ...names.flatMap((whole) => whole.split(' '))]) {
      const bytes = Buffer.from(name)
      for (const form of [name, bytes.toString('hex'), bytes.toString('base64').slice(0, -3)]) {
        expect([form, dump.toLowerCase().includes(form.toLowerCase())]).toEqual([form, false])
      }
    }
    const body = { seenStatus: 'payment_sent', seenInAccount: true, senderName: names[1] }
    const route = `POST /api/trades/${trade.id}/confirm-receipt`
    for (const text of [`${route}\n${JSON.stringify(body)}`, JSON.stringify(body), ...names]) {
      expect(dump.includes(createHash('sha256').update(text).digest('hex'))).toBe(false)
    }
  })

  test('are in the answers to the arbiter who takes and decides the case, and in no stored answer', async () => {
    const names = ['Zenobia Quartermaine', 'Ximena Philippidis']
    const { seller, buyer, trade } = await paidPair(names[0])
    await confirm(seller, trade, { senderName: names[1] })
    await ageTrade(testApp().owner, trade.id, DISPUTE_AFTER_MINUTES + 1)
    const opening = { seenStatus: 'payment_sent', reason: 'third_party_payer', statement: STATEMENT }
    expect((await seller.post(`/api/trades/${trade.id}/open-dispute`, opening)).status).toBe(200)
    await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    const arbiter = await createStaffUser(testApp(), 'arbiter')
    const taken = await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    for (const reply of [taken, await decide(arbiter, trade, 'refund')]) {
      expect([reply.status, reply.body.payer?.payerName, reply.body.payer?.senderName]).toEqual([200, ...names])
    }
    const dump = await everythingIn(testApp().owner)
    for (const name of names) expect([name, dump.includes(name)]).toEqual([name, false])
  })

  test('are erased 30 days after the end of the trade, and not before', async () => {
    const { owner } = testApp()
    const { buyer, seller, trade } = await paidPair()
    await confirm(seller, trade)
    await ageTrade(owner, trade.id, 29 * 24 * 60)
    await owner.query('select erase_payer_names(100)')
    expect(await readCheck(buyer, trade)).toMatchObject({ payerName: PAYER, senderName: PAYER })
    await ageTrade(owner, trade.id, 25 * 60)
    await owner.query('select erase_payer_names(100), erase_payment_details(100)')
    expect(await readCheck(buyer, trade)).toMatchObject({ payerName: null, senderName: null, result: 'same' })
    expect((await violations(owner)).filter(({ rule }) => rule.startsWith('payer'))).toEqual([])
    await owner.query('select erase_payment_details(100)')
  })
})

const checksOf = async ({ id }: Named): Promise<number> =>
  (await testApp().owner.query('select count(*)::int as n from payer_checks where trade_id = $1', [id])).rows[0].n

/** Every row of every table, as text. */
async function everythingIn(owner: pg.Pool): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const contents: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string | null }>(
      `select string_agg(t::text, e'\\n') as text from ${name} t`,
    )
    contents.push(rows[0]?.text ?? '')
  }
  return contents.join('\n')
}
