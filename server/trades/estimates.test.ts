/** The public estimate of a trade: what a visitor is shown on the way through sign-up. */
import { expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { askQuote, openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

function estimate(offerId: string, amount: string, cookie?: string): Promise<Reply> {
  const url = `/api/offers/${offerId}/estimate?amount=${encodeURIComponent(amount)}`
  return call(testApp().app, 'GET', url, cookie === undefined ? {} : { cookie })
}

async function offerOf(changes: Parameters<typeof postOffer>[1] = {}) {
  const owner = await signUp(testApp().app, 'owner')
  return { owner, offer: await postOffer(owner, changes) }
}

test.each(['sell', 'buy'] as const)(
  'a visitor’s estimate of an offer to %s has the amounts of a quote',
  async (type) => {
    const { offer } = await offerOf({ type })
    const { status, body } = await estimate(offer.id, '150')
    expect(status).toBe(200)
    expect(await askQuote(await signUp(testApp().app, 'taker'), offer.id, '150')).toMatchObject(body)
    expect(body).toEqual({
      role: type === 'sell' ? 'buyer' : 'seller',
      fiatCurrency: 'EUR',
      paymentMethod: 'sepa_instant',
      price: '0.9338',
      amountFiat: '150.00',
      amountUsdt: '160.633968',
      fee: '0.803169',
      takerUsdt: type === 'sell' ? '159.830799' : '161.437137',
      bond: '0.000000',
    })
  },
)

test('an estimate stores nothing', async () => {
  const { offer } = await offerOf()
  await estimate(offer.id, '150')
  const { rows } = await testApp().owner.query('select 1 from quotes where offer_id = $1', [offer.id])
  expect(rows).toEqual([])
})

test.each([
  ['', 400, 'invalid_input'],
  ['0', 400, 'invalid_input'],
  ['-5', 400, 'invalid_input'],
  ['1e3', 400, 'invalid_input'],
  ['9.99', 400, 'amount_out_of_limits'],
  ['1000.01', 400, 'amount_out_of_limits'],
])('the amount “%s” is refused with %i %s', async (amount, status, code) => {
  const { offer } = await offerOf()
  const reply = await estimate(offer.id, amount)
  expect([reply.status, reply.body.code]).toEqual([status, code])
})

test('a visitor learns that an offer is paused, full or sold out, as a taker does', async () => {
  const { owner, offer: paused } = await offerOf()
  await owner.post(`/api/offers/${paused.id}/pause`, {})
  const { offer: full } = await offerOf({ maxOpenTrades: 1, availableUsdt: '' })
  await openTradeBetween(await signUp(testApp().app, 'taker'), full.id)
  const { offer: small } = await offerOf({ availableUsdt: '100' })
  const codes = await Promise.all([paused, full, small].map(async ({ id }) => (await estimate(id, '150')).body.code))
  expect(codes).toEqual(['offer_unavailable', 'offer_busy', 'offer_sold_out'])
})

test('an offer that a visitor cannot see is not found, and an owner is refused their own', async () => {
  const { owner, offer: hidden } = await offerOf({ trustedOnly: true })
  const { offer: deleted, owner: deleter } = await offerOf()
  await deleter.delete(`/api/offers/${deleted.id}`)
  for (const id of [hidden.id, deleted.id, crypto.randomUUID()]) {
    const reply = await estimate(id, '150')
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  }
  expect((await estimate(hidden.id, '150', owner.cookie)).body.code).toBe('own_offer')
})
