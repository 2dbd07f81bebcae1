import { afterEach, expect, test, vi } from 'vitest'
import type { SavedSearch } from '../../../domain/api/offers/saved-searches.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { SaveSearchSlot } from '../market/filters/SaveSearchSlot.tsx'
import { expectAccessible, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { render, select, waitFor } from '../../testing/render.tsx'
import { ID, user } from '../../testing/samples.ts'
import SavedSearchesPage from './SavedSearchesPage.tsx'
import { SearchRule } from './SearchRule.tsx'

afterEach(() => vi.unstubAllGlobals())

const SIGNED_IN = { 'GET /api/session': { user } }
const search: SavedSearch = {
  id: ID,
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethods: ['revolut', 'sepa_instant'],
  amount: '150.00',
  pricePercentage: '-0.5',
  price: null,
  trader: 'karim',
  isPaused: false,
  createdAt: '2026-11-22T09:41:00.000Z',
}
const LINE =
  'Buy USDT · EUR · \u2068Revolut\u2069 or \u2068SEPA Instant\u2069 · 150.00 EUR · at most -0.5% · offers of \u2068karim\u2069'

/** The payment methods that the open form has. */
const ticked = () => [...document.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value)

test('a signed-in reader saves the filters of a list', async () => {
  const { calls } = await openPage(() => <SaveSearchSlot query={{ type: 'sell', method: 'revolut,sepa_instant' }} />, {
    path: '/',
    answers: { ...SIGNED_IN, 'POST /api/saved-searches': search },
  })
  await waitFor(() => expect(findButton('Save this search')).toBeDefined())
  await pressButton('Save this search')
  await waitFor(() => expect(text()).toContain('Only you see your searches'))
  expect([...document.querySelectorAll('select')].map(({ value }) => value)).toEqual(['sell', 'EUR', 'none'])
  expect(ticked()).toEqual(['sepa_instant', 'revolut'])
  await expectAccessible()
  await pressButton('Save search')
  await waitFor(() => expect(text()).toContain('Search saved.'))
  expect(calls).toContain('POST /api/saved-searches')
})

test('another currency keeps the methods that it has', async () => {
  await openPage(() => <SaveSearchSlot query={{ method: 'd17,revolut' }} />, { path: '/', answers: SIGNED_IN })
  await waitFor(() => expect(findButton('Save this search')).toBeDefined())
  await pressButton('Save this search')
  await waitFor(() => expect(ticked()).toEqual(['d17', 'revolut']))
  await select(document.querySelector<HTMLSelectElement>('select[name=currency]')!, 'EUR')
  expect(ticked()).toEqual(['revolut'])
})

test('a refused search says why, and one without a filter is not sent', async () => {
  const { calls } = await openPage(() => <SaveSearchSlot query={{}} />, {
    path: '/',
    answers: { ...SIGNED_IN, 'POST /api/saved-searches': refusal('saved_search_exists') },
  })
  await waitFor(() => expect(findButton('Save this search')).toBeDefined())
  await pressButton('Save this search')
  await waitFor(() => expect(findButton('Save search')).toBeDefined())
  await pressButton('Save search')
  await waitFor(() => expect(text()).toContain('Choose at least one filter'))
  expect(calls).not.toContain('POST /api/saved-searches')
})

test('a visitor sees no button', async () => {
  const { calls } = await openPage(() => <SaveSearchSlot query={{ type: 'sell' }} />, { path: '/' })
  await waitFor(() => expect(calls).toContain('GET /api/session'))
  expect(findButton('Save this search')).toBeUndefined()
})

test('a saved search is shown in one line, paused and deleted', async () => {
  const { calls, answer } = await openPage(SavedSearchesPage, {
    path: '/saved-searches',
    answers: {
      ...SIGNED_IN,
      'GET /api/saved-searches': { searches: [search] },
      [`POST /api/saved-searches/${ID}`]: { ...search, isPaused: true },
      [`DELETE /api/saved-searches/${ID}`]: { deleted: true },
    },
  })
  await waitFor(() => expect(text()).toContain(LINE))
  await expectAccessible()
  const offers = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === `Show offers: ${LINE}`)
  expect(offers?.getAttribute('href')).toBe(
    '/offers/buy?currency=EUR&amount=150.00&method=revolut%2Csepa_instant&trader=karim',
  )
  answer({ 'GET /api/saved-searches': { searches: [{ ...search, isPaused: true }] } })
  await pressButton(`Pause: ${LINE}`)
  await waitFor(() => expect(findButton(`Resume: ${LINE}`)).toBeDefined())
  answer({ 'GET /api/saved-searches': { searches: [] } })
  await pressButton(`Delete: ${LINE}`)
  await waitFor(() => expect(text()).toContain('Delete this search?'))
  await pressButton('Delete')
  await waitFor(() => expect(text()).toContain('No saved searches yet'))
  expect(calls).toContain(`DELETE /api/saved-searches/${ID}`)
})

test('the rule names how often a user is notified, of one trader’s offers and of all', async () => {
  const { container } = await render(<SearchRule />)
  expect(container.textContent).toContain(
    `up to ${LIMITS.search_matches_by_trader_per_day} times a day for the offers of one trader, ` +
      `and up to ${LIMITS.search_matches_per_day} times a day altogether`,
  )
})
