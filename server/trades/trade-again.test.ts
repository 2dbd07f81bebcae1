/** The latest trade with a trader, and the offers on which it can be repeated. */
import { describe, expect, test } from 'vitest'
import { NO_REQUIREMENTS } from '../../domain/profiles/relations.ts'
import { move, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

describe('trading again', () => {
  async function traded() {
    const [seller, buyer] = (await signUpMany(testApp().app, 2, 'trader')) as [Caller, Caller]
    const offer = await postOffer(seller)
    const trade = await openTradeBetween(buyer, offer.id, '200')
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    return { seller, buyer, offer, trade }
  }
  const again = async (user: Caller, other: Caller, query = '') =>
    (await user.get(`/api/traders/${other.username}/trade-again${query}`)).body

  test('finds the latest trade, and the offers on which the amount can be traded in the same role', async () => {
    const { seller, buyer, offer, trade } = await traded()
    const revolut = await postOffer(seller, { paymentMethods: ['revolut'] })
    await postOffer(seller, { type: 'buy' })
    await postOffer(seller, { minAmount: '300' })
    await postOffer(seller, { availableUsdt: '50' })
    await postOffer(seller, { fiatCurrency: 'USD', paymentMethods: ['paypal'] })
    await postOffer(seller, { requirements: { ...NO_REQUIREMENTS, accountDays: 365 } })
    const { trade: former, offers } = await again(buyer, seller)
    expect(former).toEqual({
      id: trade.id,
      role: 'buyer',
      fiatCurrency: 'EUR',
      paymentMethod: 'sepa_instant',
      amountFiat: '200.00',
    })
    expect(offers.map(({ id }: { id: string }) => id)).toEqual([offer.id, revolut.id])
    expect(await again(buyer, seller, `?trade=${trade.id}`)).toMatchObject({ trade: { id: trade.id } })
    expect(await again(seller, buyer)).toMatchObject({ trade: { role: 'seller' }, offers: [] })
  })

  test('judges an offer by the method of the former trade where it has that', async () => {
    const [seller, buyer] = (await signUpMany(testApp().app, 2, 'trader')) as [Caller, Caller]
    const dollars = { fiatCurrency: 'USD', pricePercentage: '0' } as const
    const former = await postOffer(seller, { ...dollars, paymentMethods: ['paypal'] })
    const trade = await openTradeBetween(buyer, former.id, '300')
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    // Then the seller's open trades leave nothing by PayPal.
    for (const other of await signUpMany(testApp().app, 2, 'other')) await openTradeBetween(other, former.id, '500')
    await postOffer(seller, { ...dollars, paymentMethods: ['paypal', 'wire_transfer'] })
    const byWire = await postOffer(seller, { ...dollars, paymentMethods: ['wire_transfer'] })
    expect((await again(buyer, seller)).offers.map(({ id }: { id: string }) => id)).toEqual([byWire.id])
  })

  test('finds no trade of others, none that is not completed, and no offer of a trader who blocks the user', async () => {
    const { seller, buyer, offer, trade } = await traded()
    const stranger = await signUp(testApp().app, 'stranger')
    const none = { trade: null, offers: [] }
    expect(await again(stranger, seller)).toEqual(none)
    expect(await again(stranger, seller, `?trade=${trade.id}`)).toEqual(none)
    await openTradeBetween(stranger, offer.id)
    expect(await again(stranger, seller)).toEqual(none)
    await seller.post(`/api/relations/${buyer.username}`, { kind: 'blocked' })
    expect(await again(buyer, seller)).toMatchObject({ trade: { id: trade.id }, offers: [] })
    expect((await buyer.get('/api/traders/unknown_trader/trade-again')).status).toBe(404)
  })
})
