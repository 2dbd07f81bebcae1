import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../domain/languages.ts'
import {
  findReceipt,
  RECEIPT_FIELDS,
  RECEIPT_PDFS_PER_HOUR,
  RECEIPTS_PER_HOUR,
} from '../../../domain/trades/receipts.ts'
import { verifyReceipt } from '../../../domain/trades/verify-receipt.ts'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { move, openTradeBetween, signUp, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'

const testApp = useTestApp()

async function completedTrade() {
  const pair = await tradingPair(testApp().app)
  await complete(pair)
  return pair
}

async function complete({ buyer, seller, trade }: { buyer: Caller; seller: Caller; trade: { id: string } }) {
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
}

const ask = (user: Caller, trade: { id: string }, fields: readonly string[] = []) =>
  user.post(`/api/trades/${trade.id}/receipt`, { fields })
const readKeys = async () => (await call(testApp().app, 'GET', '/api/receipt-keys')).body
const MINIMAL = [
  'completedOn',
  'demonstration',
  'issuedAt',
  'issuer',
  'outcome',
  'reference',
  'role',
  'status',
  'version',
]

describe('a receipt of a completed trade', () => {
  test('discloses by default that a trade was completed, on which day and in which role', async () => {
    const { buyer, seller, trade } = await completedTrade()
    for (const [user, role] of [
      [buyer, 'buyer'],
      [seller, 'seller'],
    ] as const) {
      const { status, body } = await ask(user, trade)
      expect([status, Object.keys(body.file.receipt).toSorted()]).toEqual([200, MINIMAL])
      expect(body.file.receipt).toMatchObject({ role, outcome: 'released', demonstration: true })
      expect(body.link).toBe(`${testApp().context.config.publicUrl}/verify#${body.token}`)
    }
  })

  test('verifies by the published keys without an account, and discloses what its holder chose', async () => {
    const { buyer, trade } = await completedTrade()
    const { body } = await ask(buyer, trade, RECEIPT_FIELDS)
    const verified = await verifyReceipt(body.token, await readKeys())
    expect(verified).toEqual({ result: 'valid', receipt: body.file.receipt })
    expect(body.file.receipt).toMatchObject({
      amountUsdt: trade.amountUsdt,
      releasedUsdt: trade.buyerReceives,
      amountFiat: '150.00',
      fiatCurrency: 'EUR',
      price: trade.price,
      feePaidUsdt: trade.fee,
      paymentMethod: 'sepa_instant',
      openedAt: trade.createdAt,
      username: buyer.username,
    })
  })

  test('contains nothing of the other party, whatever is chosen: no name, no account, no id', async () => {
    const { buyer, seller, trade } = await completedTrade()
    for (const [user, other] of [
      [buyer, seller],
      [seller, buyer],
    ] as const) {
      const text = JSON.stringify((await ask(user, trade, RECEIPT_FIELDS)).body.file.receipt)
      for (const secret of [other.username, other.id, other.email, user.id, user.email, trade.id, 'Amina', 'DE89'])
        expect(text).not.toContain(secret)
    }
  })

  test('names the trade and the other party by pseudonyms: equal for one holder, unrelated for the other', async () => {
    const { buyer, seller, offer, trade } = await completedTrade()
    const again = await openTradeBetween(buyer, offer.id)
    await complete({ buyer, seller, trade: again })
    const contents = async (user: Caller, of: { id: string }) =>
      (await ask(user, of, ['counterparty'])).body.file.receipt
    const [first, repeated, second, sellers] = [
      await contents(buyer, trade),
      await contents(buyer, trade),
      await contents(buyer, again),
      await contents(seller, trade),
    ]
    expect(repeated).toMatchObject({ reference: first.reference, counterparty: first.counterparty })
    expect(second.counterparty).toBe(first.counterparty)
    expect(new Set([first.reference, second.reference, sellers.reference]).size).toBe(3)
    expect(sellers.counterparty).not.toBe(first.counterparty)
  })

  test('stays valid when the signing keys were rotated, although their set for identity providers drops the former one', async () => {
    const { app, context, owner } = testApp()
    const { buyer, trade } = await completedTrade()
    const { body } = await ask(buyer, trade)
    await asOutsider(owner, ["update signing_keys set created_at = created_at - interval '3 years'"])
    const kid = (await context.providers.keys.current()).kid
    const header = JSON.parse(Buffer.from(body.file.protected, 'base64url').toString())
    expect(kid).not.toBe(header.kid)
    const later = await ask(buyer, trade)
    for (const { token } of [body, later.body])
      expect(await verifyReceipt(token, await readKeys())).toMatchObject({ result: 'valid' })
    const published = (await call(app, 'GET', '/.well-known/jwks.json')).body.keys as { kid: string }[]
    expect(published.map((key) => key.kid)).toContain(kid)
    expect(published.map((key) => key.kid)).not.toContain(header.kid)
  })
})

describe('no receipt', () => {
  test('is signed for a visitor, a stranger or an unknown trade', async () => {
    const { trade } = await completedTrade()
    const stranger = await signUp(testApp().app, 'stranger')
    expect(
      (await call(testApp().app, 'POST', `/api/trades/${trade.id}/receipt`, { body: { fields: [] } })).status,
    ).toBe(401)
    expect((await ask(stranger, trade)).body.code).toBe('not_found')
    expect((await ask(stranger, { id: crypto.randomUUID() })).body.code).toBe('not_found')
  })

  test('is signed of a trade that is open, paid or cancelled', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    expect((await ask(buyer, trade)).body.code).toBe('trade_not_completed')
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect((await ask(buyer, trade)).body.code).toBe('trade_not_completed')
    const other = await tradingPair(testApp().app)
    await move(other.buyer, other.trade, 'cancel', 'awaiting_payment')
    expect((await ask(other.buyer, other.trade)).body.code).toBe('trade_not_completed')
  })

  test('discloses a field that is none, or contents that the caller sends', async () => {
    const { buyer, trade } = await completedTrade()
    for (const body of [
      { fields: ['counterpartyUsername'] },
      { fields: ['amounts'], amountUsdt: '1000000' },
      { fields: 'amounts' },
      { fields: Array.from({ length: 8 }, () => 'amounts') },
      {},
    ]) {
      const { status } = await buyer.post(`/api/trades/${trade.id}/receipt`, body)
      expect(status).toBe(400)
    }
  })

  test('is signed beyond the hourly limit', async () => {
    const { buyer, trade } = await completedTrade()
    for (let count = 0; count < RECEIPTS_PER_HOUR; count++) expect((await ask(buyer, trade)).status).toBe(200)
    expect((await ask(buyer, trade)).body.code).toBe('rate_limited')
  })
})

describe('the PDF of a receipt', () => {
  const askPdf = async (user: Caller, trade: { id: string }, body: object = {}) => {
    const { statusCode, headers, rawPayload } = await testApp().app.inject({
      method: 'POST',
      url: `/api/trades/${trade.id}/receipt/pdf`,
      headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
      payload: { fields: [], language: 'en', ...body },
    })
    return { status: statusCode, headers, text: rawPayload.toString('latin1') }
  }

  test.each(LANGUAGES)('in %s contains the token that verifies, and nothing of the other party', async (language) => {
    const { buyer, seller, trade } = await completedTrade()
    const { status, headers, text } = await askPdf(buyer, trade, { fields: RECEIPT_FIELDS, language })
    expect([status, headers['content-type'], text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="sarraf-receipt-[0-9A-F-]+\.pdf"$/)
    expect(headers['cache-control']).toBe('no-store')
    const token = findReceipt(text)
    expect(await verifyReceipt(token ?? '', await readKeys())).toMatchObject({
      result: 'valid',
      receipt: { username: buyer.username, role: 'buyer' },
    })
    for (const secret of [seller.username, seller.id, trade.id]) expect(text).not.toContain(secret)
  })

  test('is drawn for no stranger, and twenty times an hour at most', async () => {
    const { buyer, trade } = await completedTrade()
    const stranger = await signUp(testApp().app, 'stranger')
    expect(JSON.parse((await askPdf(stranger, trade)).text).code).toBe('not_found')
    for (let count = 0; count < RECEIPT_PDFS_PER_HOUR; count++) expect((await askPdf(buyer, trade)).status).toBe(200)
    expect(JSON.parse((await askPdf(buyer, trade)).text).code).toBe('rate_limited')
  })
})

test('the published keys have no private part', async () => {
  const { buyer, trade } = await completedTrade()
  await ask(buyer, trade)
  const { issuer, keys } = await readKeys()
  expect(issuer).toBe(testApp().context.config.publicUrl)
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'x', 'y'])
})
