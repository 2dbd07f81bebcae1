import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { Session, User } from '../../../domain/api/accounts/sessions.ts'
import { NO_REQUIREMENTS } from '../../../domain/profiles/relations.ts'
import { sessionKey } from '../../session/session.ts'
import { render } from '../../testing/render.tsx'
import { user } from '../../testing/samples.ts'
import { ToastProvider } from '../../ui/notices/Toast.tsx'
import { MyOfferRow } from './MyOfferRow.tsx'

const offer: MyOffer = {
  id: '00000000-0000-4000-8000-000000000000',
  version: 1,
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethods: ['sepa_instant'],
  minAmount: '50.00',
  maxAmount: '500.00',
  minUsdt: '53.544656',
  maxUsdt: '535.446562',
  tradableUsdt: '535.446562',
  pricePercentage: '1.5',
  price: '0.9338',
  terms: 'From an account in your own name.',
  status: 'paused',
  paymentWindowMinutes: 30,
  referencePolicy: 'optional',
  amountTail: false,
  hidden: null,
  isCurrencyAvailable: true,
  trustedOnly: false,
  newTakerShare: 'third',
  newTakerUsdt: '535.446562',
  newTakerUsdtWithoutBond: '535.446562',
  allowsBond: false,

  requirements: NO_REQUIREMENTS,
  paymentAccountIds: ['00000000-0000-4000-8000-000000000000'],
  firstMessage: '',
  hoursOnly: false,
  opensAt: null,
  availableUsdt: null,
  inventoryUsdt: null,
  stats: { tradesOpened: 0, tradesCompleted: 0, completionRate: null, volumeUsdt: '0.000000', lastTradeAt: null },
  maxOpenTrades: 5,
  openTrades: 0,
  createdAt: '2026-11-22T12:00:00.000Z',
}

test('a row of the owner’s list shows the offer and its creation date', async () => {
  const { container } = await show(offer)
  for (const text of ['Selling USDT', 'Paused', '+1.5%', '50.00 – 500.00 EUR', 'SEPA Instant', offer.terms]) {
    expect(container.textContent).toContain(text)
  }
  expect(container.textContent).toContain('Created 22 Nov 2026')
})

test('long terms open below their first line', async () => {
  const terms = 'From an account in your own name.\nNo cash deposits.'
  const { container } = await show({ ...offer, terms })
  const details = container.querySelector('details')!
  expect(details.querySelector('summary')!.textContent).toBe('Terms:From an account in your own name.')
  expect(details.querySelector('p')!.textContent).toBe(terms)
  expect((await show(offer)).container.querySelector('details')).toBeNull()
})

test('an offer without a completed trade says nothing of volume', async () => {
  const stats = { ...offer.stats, tradesOpened: 1, lastTradeAt: offer.createdAt }
  const { container } = await show({ ...offer, stats, availableUsdt: '500.000000' })
  expect(container.textContent).toContain('1 trade opened')
  expect(container.textContent).toContain('500.00 USDT left')
  expect(container.textContent).not.toContain('Volume')
})

test('an active offer of a suspended trader is off the market, and a paused one is paused', async () => {
  const suspended = { ...user, suspension: { at: offer.createdAt, reason: 'Staff ask for a document.' } }
  expect(await statusOf({ ...offer, status: 'active' }, user)).toBe('Active')
  expect(await statusOf({ ...offer, status: 'active' }, suspended)).toBe('Off the market')
  expect(await statusOf(offer, suspended)).toBe('Paused')
})

async function statusOf(shown: MyOffer, owner: User) {
  const { container } = await show(shown, owner)
  const words = ['Active', 'Off the market', 'Paused']
  return [...container.querySelectorAll('span')].find(({ textContent }) => words.includes(textContent))?.textContent
}

function show(shown: MyOffer, owner: User = user) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData<Session>(sessionKey, { user: owner })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ToastProvider>
          <MyOfferRow offer={shown} />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
