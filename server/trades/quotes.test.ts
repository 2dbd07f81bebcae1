import { describe, expect, onTestFinished, test } from 'vitest'
import { askQuote, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageQuote } from '../testing/time-travel.ts'
import { moveRate } from '../testing/rates.ts'
import { moveBody } from '../testing/move-body.ts'

const testApp = useTestApp()

async function market(changes = {}): Promise<{ owner: Caller; taker: Caller; offerId: string }> {
  const { app } = testApp()
  const owner = await signUp(app, 'owner')
  return { owner, taker: await signUp(app, 'taker'), offerId: (await postOffer(owner, changes)).id }
}

const ask = (taker: Caller, offerId: string, amount: string, anchor = 'fiat') =>
  taker.post('/api/quotes', { offerId, anchor, amount })
const open = (taker: Caller, quoteId: string) => taker.post('/api/trades', { quoteId })

describe('a quote', () => {
  test('for typed fiat: the USDT, the fee, and the amount received', async () => {
    const { taker, offerId } = await market()
    expect(await askQuote(taker, offerId, '150')).toMatchObject({
      role: 'buyer',
      anchor: 'fiat',
      rate: '0.920000',
      pricePercentage: '1.5',
      price: '0.9338',
      amountFiat: '150.00',
      amountUsdt: '160.633968',
      fee: '0.803169',
      takerUsdt: '159.830799',
    })
  })

  test('for typed USDT: the fiat, rounded up to a cent', async () => {
    const { taker, offerId } = await market()
    expect(await askQuote(taker, offerId, '100.000001', 'usdt')).toMatchObject({
      anchor: 'usdt',
      amountUsdt: '100.000001',
      amountFiat: '93.39',
      fee: '0.500000',
      takerUsdt: '99.500001',
    })
  })

  test('of a buy offer: the taker sells, and pays the fee on top', async () => {
    const { taker, offerId } = await market({ type: 'buy', pricePercentage: '0' })
    const quote = await askQuote(taker, offerId, '92')
    expect(quote).toMatchObject({
      role: 'seller',
      amountFiat: '92.00',
      amountUsdt: '100.000000',
      fee: '0.500000',
      takerUsdt: '100.500000',
    })
    expect((await open(taker, quote.id)).body).toMatchObject({
      role: 'seller',
      taker: 'seller',
      sellerLocks: '100.500000',
      buyerReceives: '100.000000',
      escrow: { holds: '100.500000', state: 'locked' },
    })
  })

  test('is valid for sixty seconds by the database’s clock', async () => {
    const { taker, offerId } = await market()
    const { expiresAt, now } = await askQuote(taker, offerId)
    expect(Date.parse(expiresAt) - Date.parse(now)).toBe(60_000)
  })

  test.each([
    ['10', 'fiat', 201],
    ['9.99', 'fiat', 400],
    ['1000', 'fiat', 201],
    ['1000.01', 'fiat', 400],
    ['10.708931', 'usdt', 201],
    ['10.698222', 'usdt', 400],
    ['1070.893124', 'usdt', 201],
    ['1070.893125', 'usdt', 400],
  ])('limits are inclusive and judged in fiat: %s %s is %s', async (amount, anchor, status) => {
    const { taker, offerId } = await shared()
    const reply = await ask(taker, offerId, amount, anchor)
    expect(reply.status).toBe(status)
    if (status === 400) {
      expect(reply.body).toMatchObject({
        code: 'amount_out_of_limits',
        field: 'amount',
        message: 'Amount must be between 10.00 and 1000.00 EUR',
      })
    }
  })

  test.each([
    ['', 'fiat', 'Please enter a valid amount'],
    ['0', 'fiat', 'Please enter a valid amount'],
    ['-5', 'fiat', 'Please enter a valid amount'],
    ['150.001', 'fiat', 'Please enter a valid amount'],
    ['1e2', 'fiat', 'Please enter a valid amount'],
    ['NaN', 'usdt', 'Please enter a valid USDT amount'],
    ['0', 'usdt', 'Please enter a valid USDT amount'],
    ['100.0000001', 'usdt', 'Please enter a valid USDT amount'],
  ])('%j as %s is no amount', async (amount, anchor, message) => {
    const { taker, offerId } = await shared()
    expect((await ask(taker, offerId, amount, anchor)).body).toMatchObject({
      code: 'invalid_input',
      field: 'amount',
      message,
    })
  })

  test('is refused for the taker’s own offer, an unknown one, or more than is left', async () => {
    const { owner, taker, offerId } = await market({ availableUsdt: '100' })
    expect((await ask(owner, offerId, '50')).body).toMatchObject({
      code: 'own_offer',
      message: 'You cannot trade with your own offer',
    })
    expect((await ask(taker, crypto.randomUUID(), '50')).body.code).toBe('offer_unavailable')
    expect((await ask(taker, offerId, '93.39')).body).toMatchObject({
      code: 'offer_sold_out',
      details: { availableUsdt: '100.000000' },
    })
    expect((await ask(taker, offerId, '93.38')).status).toBe(201)
  })
})

describe('opening a trade with a quote', () => {
  test('is refused one second after the quote expired', async () => {
    const { taker, offerId } = await market()
    const [late, close] = [await askQuote(taker, offerId), await askQuote(taker, offerId)]
    await ageQuote(testApp().owner, late.id, 61)
    await ageQuote(testApp().owner, close.id, 50)
    expect((await open(taker, late.id)).body.code).toBe('quote_expired')
    expect((await open(taker, close.id)).status).toBe(201)
  })

  test('a quote opens one trade', async () => {
    const { taker, offerId } = await market()
    const { id } = await askQuote(taker, offerId)
    const first = await open(taker, id)
    expect((await open(taker, id)).body).toMatchObject({ code: 'quote_used', details: { tradeId: first.body.id } })
  })

  test('a quote is unknown to other users', async () => {
    const { owner, taker, offerId } = await market()
    const { id } = await askQuote(taker, offerId)
    const stranger = await signUp(testApp().app, 'stranger')
    for (const user of [stranger, owner]) {
      const [foreign, unknown] = [await open(user, id), await open(user, crypto.randomUUID())]
      expect([foreign.status, foreign.body.code]).toEqual([409, 'quote_unknown'])
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    }
    expect((await open(taker, id)).status).toBe(201)
  })

  test('a quote of a changed offer is refused as outdated', async () => {
    const { taker, offerId } = await market()
    const { id } = await askQuote(taker, offerId)
    await testApp().owner.query(
      "update offers set version = version + 1, terms = 'Other terms than before.' where id = $1",
      [offerId],
    )
    expect((await open(taker, id)).body.code).toBe('quote_outdated')
    expect((await open(taker, (await askQuote(taker, offerId)).id)).body).toMatchObject({
      terms: 'Other terms than before.',
    })
  })

  test('a paused offer opens no trade, even with an earlier quote', async () => {
    const { owner, taker, offerId } = await market()
    const { id } = await askQuote(taker, offerId)
    await owner.post(`/api/offers/${offerId}/pause`)
    expect((await open(taker, id)).body.code).toBe('offer_unavailable')
  })

  test('the quoted price holds when the market rate changes', async () => {
    const { taker, offerId } = await market()
    const quote = await askQuote(taker, offerId, '150')
    const { rateE6 } = testApp().context.rates.rateOf('EUR')
    onTestFinished(() => moveRate(testApp(), 'EUR', rateE6))
    await moveRate(testApp(), 'EUR', rateE6 * 2n)
    const opened = await open(taker, quote.id)
    const { rate, price, amountFiat, amountUsdt, fee } = quote
    expect([opened.status, opened.body]).toEqual([
      201,
      expect.objectContaining({ rate, price, amountFiat, amountUsdt, fee }),
    ])
    const dearer = await ask(await signUp(testApp().app, 'taker'), offerId, '150')
    expect(dearer.body).toMatchObject({ rate: '1.840000', price: '1.8676' })
    expect((await taker.get(`/api/trades/${opened.body.id}`)).body).toMatchObject({ rate, price, amountUsdt })
  })

  test('the remaining USDT is checked at opening: the second of two quotes for the rest is refused', async () => {
    const { taker, offerId } = await market({ availableUsdt: '150' })
    const second = await signUp(testApp().app, 'second')
    const [one, other] = [await askQuote(taker, offerId, '90'), await askQuote(second, offerId, '90')]
    expect((await open(taker, one.id)).status).toBe(201)
    expect((await open(second, other.id)).body).toMatchObject({
      code: 'offer_sold_out',
      details: { availableUsdt: '53.619619' },
    })
  })

  test('the smallest possible trade completes, and rounding up costs its buyer less than 1%', async () => {
    const { owner, taker, offerId } = await market({ minAmount: '1', maxAmount: '2' })
    for (const amount of ['0.000001', '1.060183'])
      expect((await ask(taker, offerId, amount, 'usdt')).body).toMatchObject({
        code: 'amount_out_of_limits',
        values: { from: '1.00' },
      })
    const quote = await askQuote(taker, offerId, '1.070894', 'usdt')
    expect(quote).toMatchObject({ amountFiat: '1.01', fee: '0.005354', takerUsdt: '1.065540' })
    const { id } = (await open(taker, quote.id)).body
    await taker.post(`/api/trades/${id}/mark-paid`, moveBody('mark-paid', 'awaiting_payment'))
    const done = await owner.post(`/api/trades/${id}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
    expect(done.body).toMatchObject({
      status: 'completed',
      buyerReceives: '1.065540',
      escrow: { state: 'released', holds: '0.000000' },
    })
  })
})

let once: ReturnType<typeof market> | undefined
function shared() {
  return (once ??= market())
}
