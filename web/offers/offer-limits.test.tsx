/** The limits of offers, where their owner meets them: in the form, and in the menu of an offer. */
import { afterEach, expect, test, vi } from 'vitest'
import { alerts, field, fill, openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { press, waitFor } from '../testing/render.tsx'
import { ID, account, myOffer, user } from '../testing/samples.ts'
import CreateOfferPage from './form/CreateOfferPage.tsx'
import { MyOfferRow } from './my-offers/MyOfferRow.tsx'

const ACTIVE = 'You can have up to 20 active offers. Pause or delete one first.'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['active_offers_limit', { limit: 20 }, ACTIVE],
  ['offers_limit', { limit: 100 }, 'You can have up to 100 offers. Delete one first.'],
] as const)('%s is refused above the button of the form, which keeps what was typed', async (code, values, reason) => {
  const { address } = await openPage(CreateOfferPage, {
    path: '/create-offer',
    answers: {
      'GET /api/session': { user },
      'GET /api/market': { asset: 'USDT', rates: [] },
      'GET /api/payment-accounts': { accounts: [account] },
      'POST /api/offers': refusal(code, { values }),
    },
  })
  const amounts = { 'Minimum amount': '50', 'Maximum amount': '500' }
  const terms = { 'Offer terms': 'From an account in your own name.' }
  for (const [label, value] of Object.entries(amounts)) await fill(label, value)
  await pressButton('Continue')
  for (const [label, value] of Object.entries(terms)) await fill(label, value)
  await pressButton('Create offer')
  await waitFor(() => expect(alerts()).toEqual([reason]))
  for (const [label, value] of Object.entries(terms)) expect(field(label).value).toBe(value)
  expect(address()).toBe('/create-offer?step=terms')
  await pressButton('Back')
  for (const [label, value] of Object.entries(amounts)) expect(field(label).value).toBe(value)
})

test('active_offers_limit is refused in a notice when a paused offer is activated', async () => {
  await openPage(() => <MyOfferRow offer={PAUSED} />, {
    path: '/',
    answers: { [`POST /api/offers/${ID}/activate`]: refusal('active_offers_limit', { values: { limit: 20 } }) },
  })
  await pressButton('Offer menu: EUR, SEPA Instant')
  await waitFor(() => expect(item('Activate')).toBeDefined())
  await press(item('Activate')!)
  await waitFor(() => expect(text()).toContain(ACTIVE))
  expect(text()).toContain('Paused')
})

const item = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === name)

const PAUSED = { ...myOffer, status: 'paused' } as const
