import { afterEach, expect, test, vi } from 'vitest'
import type { TradeAgain } from '../../../domain/api/trades/trade-again.ts'
import { expectAccessible, openPage, pressButton, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID, offer, user } from '../../testing/samples.ts'
import { TradeAgainLink } from './TradeAgainLink.tsx'
import TradeAgainPage from './TradeAgainPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const SIGNED_IN = { 'GET /api/session': { user } }
const trade: TradeAgain['trade'] = {
  id: ID,
  role: 'buyer',
  fiatCurrency: 'EUR',
  paymentMethod: 'revolut',
  amountFiat: '150.00',
}
const openAgain = (answered: TradeAgain) =>
  openPage(TradeAgainPage, {
    path: '/trade-again/:username',
    address: '/trade-again/karim',
    answers: { ...SIGNED_IN, 'GET /api/traders/karim/trade-again': answered },
  })

test('the one offer that fits opens with the amount; without one a search can be saved', async () => {
  const { address } = await openAgain({ trade, offers: [offer] })
  await waitFor(() =>
    expect(address()).toBe(`/trade/new?offer=${offer.id}&amount=150.00&method=${trade.paymentMethod}`),
  )
  await openAgain({ trade, offers: [] })
  await waitFor(() => expect(text()).toContain('No offer for this amount now'))
  await pressButton('Save this search')
  await waitFor(() => expect(text()).toContain('Only offers of karim'))
})

test('several offers are listed', async () => {
  await openAgain({ trade, offers: [offer, { ...offer, id: crypto.randomUUID() }] })
  await waitFor(() => expect(text()).toContain('Last time you bought USDT for 150.00 EUR from karim.'))
  await expectAccessible()
})

test('a trader’s page has the link only after a completed trade with the trader', async () => {
  const open = (answered: TradeAgain) =>
    openPage(() => <TradeAgainLink username="karim" />, {
      path: '/',
      answers: { ...SIGNED_IN, 'GET /api/traders/karim/trade-again': answered },
    })
  await open({ trade, offers: [] })
  await waitFor(() => expect(text()).toContain('Trade again'))
  const { calls } = await open({ trade: null, offers: [] })
  await waitFor(() => expect(calls).toContain('GET /api/traders/karim/trade-again'))
  expect(document.querySelector('a[href="/trade-again/karim"]')).toBeNull()
})
