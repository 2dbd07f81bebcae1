import { describe, expect, test } from 'vitest'
import { PAYMENT_DETAILS_DAYS } from '../../domain/payments/payment-fields.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import { purgeRecords } from '../jobs/purge-records.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { apiClientWith, createApiKey } from '../testing/accounts/api-clients.ts'
import { call } from '../testing/app.ts'
import { DETAILS } from '../testing/accounts/payment-accounts.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'
import { takenCase } from '../testing/disputes.ts'
import { askQuote, move, OFFER, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()

const DAY = 24 * 60
const OTHER_IBAN = { ...DETAILS.sepa_instant, iban: 'FR1420041010050500013M02606' }

const newUser = (name: string) => signUp(testApp().app, name)
const show = (user: Caller, trade: { id: string }) => user.post(`/api/trades/${trade.id}/payment-details`)
const add = async (user: Caller, details: object): Promise<string> =>
  (await user.post('/api/payment-accounts', details)).body.id

async function readsOf(trade: { id: string }): Promise<string[]> {
  const { rows } = await testApp().owner.query<{ reader: string }>(
    'select reader_id as reader from payment_detail_reads where trade_id = $1 order by at',
    [trade.id],
  )
  return rows.map(({ reader }) => reader)
}

const ageAccountChange = (userId: string, minutes: number) =>
  asOutsider(testApp().owner, [
    `update payment_accounts set changed_at = changed_at - interval '${minutes} minutes' where user_id = '${userId}'`,
  ])

describe('the payment details of a trade', () => {
  test('are not the arbiter’s to see, who reads when the buyer was first shown them', async () => {
    const { seller, buyer, trade, arbiter } = await takenCase(testApp())
    const shownAt = async () => (await arbiter.get(`/api/staff/disputes/${trade.id}`)).body.trade.detailsShownAt
    await show(seller, trade)
    expect(await shownAt()).toBeNull()
    for (let count = 0; count < 2; count++) expect((await show(buyer, trade)).status).toBe(200)
    const { rows } = await testApp().owner.query<{ at: Date }>(
      'select at from payment_detail_reads where trade_id = $1 order by at',
      [trade.id],
    )
    expect(rows).toHaveLength(2)
    expect(await shownAt()).toBe(rows[0]!.at.toISOString())
    expect((await show(arbiter, trade)).status).toBe(404)
  })

  test('are shown to its buyer and seller while it is open, and each reading by the buyer is recorded', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    const expected = {
      method: 'sepa_instant',
      details: [
        { name: 'holder', value: 'Amina Ben Salah' },
        { name: 'iban', value: 'DE89370400440532013000' },
      ],
      isRecent: true,
      amountFiat: '150.00',
      fiatCurrency: 'EUR',
      reference: paymentReference(trade.id),
      referencePolicy: 'optional',
    }
    const areShown = () =>
      Promise.all([seller, buyer].map(async (user) => (await user.get(`/api/trades/${trade.id}`)).body.detailsShown))
    expect((await show(seller, trade)).body).toEqual(expected)
    expect(await readsOf(trade)).toEqual([])
    expect(await areShown()).toEqual([false, false])
    const first = await show(buyer, trade)
    expect(await areShown()).toEqual([true, true])
    expect([first.status, first.body]).toEqual([200, expected])
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect((await show(buyer, trade)).body).toEqual(expected)
    expect(await readsOf(trade)).toEqual([buyer.id, buyer.id])
  })

  test('are in no other answer, nor in the listing, the chat or the events', async () => {
    const { seller, buyer, offer, trade } = await tradingPair(testApp().app)
    const answers = [
      await buyer.get(`/api/trades/${trade.id}`),
      await buyer.get('/api/trades'),
      await buyer.get(`/api/offers/${offer.id}`),
      await buyer.get(`/api/trades/${trade.id}/messages`),
      await buyer.get('/api/notifications'),
      await seller.get(`/api/my-offers/${offer.id}`),
      await seller.get('/api/my-offers'),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/DE8937|Ben Salah/)
    }
  })

  test('stay hidden from strangers, visitors, staff without the trade and API keys', async () => {
    const { app, owner } = testApp()
    const { buyer, trade } = await tradingPair(app)
    const stranger = await newUser('stranger')
    expect((await show(stranger, trade)).body.code).toBe('not_found')
    await owner.query("insert into staff_members (user_id, role) values ($1, 'arbiter')", [stranger.id])
    expect((await show(stranger, trade)).body.code).toBe('not_found')
    expect((await call(app, 'POST', `/api/trades/${trade.id}/payment-details`)).body.code).toBe('signed_out')
    const program = apiClientWith(app, (await createApiKey(buyer, ['read', 'offers', 'trades', 'release'])).key)
    expect((await program('POST', `/api/trades/${trade.id}/payment-details`)).body.code).toBe('key_not_allowed')
    expect(await readsOf(trade)).toEqual([])
  })

  test.each(['cancelled', 'completed'])('are hidden again once it is %s', async (end) => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    if (end === 'cancelled') await move(buyer, trade, 'cancel', 'awaiting_payment')
    else {
      await move(buyer, trade, 'mark-paid', 'awaiting_payment')
      await move(seller, trade, 'confirm-receipt', 'payment_sent')
    }
    expect((await show(buyer, trade)).body.code).toBe('trade_over')
    expect((await show(seller, trade)).body.code).toBe('trade_over')
    expect(await readsOf(trade)).toEqual([])
  })

  test('are hidden once the payment window has passed, before the worker has made the move', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await ageTrade(testApp().owner, trade.id, 31)
    expect((await show(buyer, trade)).body.code).toBe('payment_window_passed')
    expect((await show(seller, trade)).body.code).toBe('payment_window_passed')
    expect(await readsOf(trade)).toEqual([])
    await move(seller, trade, 'cancel', 'awaiting_payment')
  })

  test('a reading concurrent with a cancellation: the reading is refused, or recorded before the move', async () => {
    for (let round = 0; round < 6; round++) {
      const { seller, buyer, trade } = await tradingPair(testApp().app)
      const [shown] = await Promise.all([show(buyer, trade), move(seller, trade, 'cancel', 'awaiting_payment')])
      const reads = await readsOf(trade)
      expect([shown.status, reads.length]).toEqual(shown.status === 200 ? [200, 1] : [409, 0])
    }
  })

  test('are those of the moment of opening: a changed or removed account changes nothing', async () => {
    const [seller, buyer, later] = [await newUser('seller'), await newUser('buyer'), await newUser('later')]
    const id = await add(seller, DETAILS.sepa_instant)
    const offer = await postOffer(seller, { paymentAccountIds: [id] })
    const trade = await openTradeBetween(buyer, offer.id)
    await seller.post(`/api/payment-accounts/${id}`, OTHER_IBAN)
    const iban = async (user: Caller, of: { id: string }) => (await show(user, of)).body.details[1].value
    expect(await iban(buyer, trade)).toBe(DETAILS.sepa_instant.iban)
    const next = await openTradeBetween(later, offer.id)
    expect(await iban(later, next)).toBe(OTHER_IBAN.iban)
    await seller.delete(`/api/offers/${offer.id}`)
    expect((await seller.delete(`/api/payment-accounts/${id}`)).status).toBe(200)
    expect([await iban(buyer, trade), await iban(seller, next)]).toEqual([DETAILS.sepa_instant.iban, OTHER_IBAN.iban])
  })

  test('are marked where the account was added or changed less than an hour before the trade', async () => {
    const [seller, offerOf] = [await newUser('seller'), (accountId: string) => ({ paymentAccountIds: [accountId] })]
    const id = await add(seller, DETAILS.sepa_instant)
    const offer = await postOffer(seller, offerOf(id))
    const recent = async () => {
      const buyer = await newUser('buyer')
      return (await show(buyer, await openTradeBetween(buyer, offer.id))).body.isRecent
    }
    expect(await recent()).toBe(true)
    await ageAccountChange(seller.id, 59)
    expect(await recent()).toBe(true)
    await ageAccountChange(seller.id, 2)
    expect(await recent()).toBe(false)
    await seller.post(`/api/payment-accounts/${id}`, OTHER_IBAN)
    expect(await recent()).toBe(true)
  })

  test.each([
    ['required', true],
    ['none', false],
  ] as const)('name the reference as the offer says: %s', async (referencePolicy, hasReference) => {
    const { buyer, trade } = await tradingPair(testApp().app, { referencePolicy })
    expect(trade.referencePolicy).toBe(referencePolicy)
    const { body } = await show(buyer, trade)
    expect([body.referencePolicy, body.reference !== null]).toEqual([referencePolicy, hasReference])
  })
})

describe('a seller who takes an offer to buy', () => {
  async function quoted() {
    const [owner, seller] = [await newUser('owner'), await newUser('seller')]
    const offer = await postOffer(owner, { type: 'buy' })
    return { owner, seller, quoteId: (await askQuote(seller, offer.id)).id }
  }
  const open = (seller: Caller, quoteId: string, paymentAccountId: string | undefined) =>
    seller.post('/api/trades', { quoteId, paymentAccountId })

  test('chooses an account, which the buyer sees', async () => {
    const { owner, seller, quoteId } = await quoted()
    await add(seller, DETAILS.sepa_instant)
    const chosen = await add(seller, OTHER_IBAN)
    const { status, body: trade } = await open(seller, quoteId, chosen)
    expect([status, trade.role]).toEqual([201, 'seller'])
    expect((await show(owner, trade)).body.details[1].value).toBe(OTHER_IBAN.iban)
    expect(await readsOf(trade)).toEqual([owner.id])
  })

  test('is refused without one, with one of another method, and with another user’s', async () => {
    const { owner, seller, quoteId } = await quoted()
    const field = 'paymentAccountId'
    const missing = await open(seller, quoteId, undefined)
    expect([missing.status, missing.body.code, missing.body.field]).toEqual([400, 'payment_account_required', field])
    const wrong = [await add(seller, DETAILS.d17), await add(owner, DETAILS.sepa_instant), crypto.randomUUID()]
    for (const id of wrong) {
      expect((await open(seller, quoteId, id)).body).toMatchObject({ code: 'payment_account_mismatch', field })
    }
    expect((await seller.get('/api/trades')).body.trades).toEqual([])
  })

  test('a buyer cannot choose where the seller of an offer to sell is paid', async () => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const offer = await postOffer(seller)
    const own = await add(buyer, OTHER_IBAN)
    const quote = await askQuote(buyer, offer.id)
    const trade = (await open(buyer, quote.id, own)).body
    expect((await show(buyer, trade)).body.details[1].value).toBe(DETAILS.sepa_instant.iban)
  })
})

describe('the amount tail', () => {
  test('adds some cents, so that no two open trades of the seller have the same sum', async () => {
    const seller = await newUser('seller')
    const offer = await postOffer(seller, { amountTail: true, pricePercentage: '0' })
    const sums = new Set<string>()
    for (let n = 0; n < 5; n++) {
      const buyer = await newUser('buyer')
      const quote = await askQuote(buyer, offer.id)
      expect(quote.anchor).toBe('fiat')
      expect(Number(quote.amountTail)).toBeGreaterThan(0)
      expect(Number(quote.amountTail)).toBeLessThan(1)
      expect(Number(quote.amountFiat)).toBeCloseTo(150 + Number(quote.amountTail), 5)
      const trade = (await buyer.post('/api/trades', { quoteId: quote.id })).body
      expect(trade.amountFiat).toBe(quote.amountFiat)
      sums.add(trade.amountFiat)
    }
    expect(sums.size).toBe(5)
  })

  test('stays inside the limits of the offer and its USDT, and keeps typed USDT near', async () => {
    const seller = await newUser('seller')
    const offer = await postOffer(seller, { amountTail: true, maxAmount: '150', pricePercentage: '0' })
    const buyer = await newUser('buyer')
    const quote = await askQuote(buyer, offer.id)
    expect(Number(quote.amountFiat)).toBeLessThan(150)
    expect(Number(quote.amountTail)).toBeLessThan(0)
    const least = await askQuote(buyer, offer.id, '10')
    expect(Number(least.amountFiat)).toBeGreaterThan(10)
    const typed = await askQuote(buyer, offer.id, '100', 'usdt')
    expect(Math.abs(Number(typed.amountUsdt) - 100)).toBeLessThan(1.1)
    const scarce = await postOffer(seller, { amountTail: true, pricePercentage: '0', availableUsdt: '100' })
    expect(Number((await askQuote(buyer, scarce.id, '92')).amountUsdt)).toBeLessThanOrEqual(100)
  })

  test('a sum that another trade has taken since the quote is refused, and a new quote has another one', async () => {
    const seller = await newUser('seller')
    const offer = await postOffer(seller, { amountTail: true, pricePercentage: '0' })
    const plain = await postOffer(seller, { pricePercentage: '0' })
    const [first, second] = [await newUser('first'), await newUser('second')]
    const quote = await askQuote(first, offer.id)
    await openTradeBetween(second, plain.id, quote.amountFiat)
    expect((await first.post('/api/trades', { quoteId: quote.id })).body.code).toBe('quote_outdated')
    const next = await askQuote(first, offer.id)
    expect(next.amountFiat).not.toBe(quote.amountFiat)
    expect((await first.post('/api/trades', { quoteId: next.id })).status).toBe(201)
  })

  test('is off by default', async () => {
    const offer = await postOffer(await newUser('seller'))
    const quote = await askQuote(await newUser('buyer'), offer.id)
    expect([offer.amountTail, quote.amountTail, quote.amountFiat]).toEqual([false, '0.00', '150.00'])
    expect(OFFER.amountTail).toBe(false)
  })
})

describe('erasure', () => {
  test(`the details are erased ${PAYMENT_DETAILS_DAYS} days after the end, not a day before`, async () => {
    const { app, owner, context } = testApp()
    const { seller, buyer, trade } = await tradingPair(app)
    await show(buyer, trade)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    const sealed = async () => {
      const { rows } = await owner.query<{ isSealed: boolean; erasedAt: Date | null }>(
        `select sealed is not null as "isSealed", erased_at as "erasedAt" from trade_payment_details where trade_id = $1`,
        [trade.id],
      )
      return rows[0]!
    }
    await ageTrade(owner, trade.id, (PAYMENT_DETAILS_DAYS - 1) * DAY)
    await purgeRecords(context.db)
    expect(await sealed()).toEqual({ isSealed: true, erasedAt: null })
    await ageTrade(owner, trade.id, DAY + 1)
    await purgeRecords(context.db)
    expect(await sealed()).toEqual({ isSealed: false, erasedAt: expect.any(Date) })
    expect(await violations(owner)).toEqual([])
    // Who read them when stays with the trade.
    expect(await readsOf(trade)).toEqual([buyer.id])
  })

  test('those of an open trade stay, however old it is', async () => {
    const { owner, context } = testApp()
    const { buyer, trade } = await tradingPair(testApp().app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(owner, trade.id, 60 * DAY)
    await moveDueTrades(context)
    await purgeRecords(context.db)
    expect((await show(buyer, trade)).status).toBe(200)
  })
})
