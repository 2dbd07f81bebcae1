import type { ComponentType } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { OfferForm } from '../form/OfferForm.tsx'
import { NO_FILTERS, SearchForm } from '../saved-searches/SearchForm.tsx'
import { expectAccessible, fill, openPage, pressButton, refusal, text, type Answers } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { account, currencies, user } from '../../testing/samples.ts'
import CurrenciesPage from './CurrenciesPage.tsx'
import { CurrencyNoticeSlot } from './CurrencyNoticeSlot.tsx'
import { NoOffersSlot } from './NoOffersSlot.tsx'

afterEach(() => vi.unstubAllGlobals())

const CURRENCIES: Answers = { 'GET /api/currencies': { currencies } }
const OFF = 'Trading in EUR is switched off.'
const open = (Page: ComponentType, answers: Answers = CURRENCIES) => openPage(Page, { path: '/', answers })
const options = () => [...document.querySelectorAll('option')].map(({ textContent }) => textContent)

describe('the legal notice', () => {
  test('of a currency that is available is shown as it is written', async () => {
    await open(() => <CurrencyNoticeSlot currency="TND" />)
    await waitFor(() => expect(text()).toContain('Legal notice for TND'))
    expect(text()).toContain('Exchange-control law applies.\nNot legal advice.')
    expect(text()).not.toContain('switched off')
    await expectAccessible()
  })

  test('of a currency that is switched off comes after a line that says so', async () => {
    await open(() => <CurrencyNoticeSlot currency="EUR" />)
    await waitFor(() => expect(text()).toContain(OFF))
    expect(text()).toContain('Gains may be taxed.')
    await expectAccessible()
  })

  test('leaves out that line where the page has said so by a refusal', async () => {
    await open(() => <CurrencyNoticeSlot currency="EUR" isRefused />)
    await waitFor(() => expect(text()).toContain('Gains may be taxed.'))
    expect(text()).not.toContain(OFF)
  })

  test('that is empty is not shown, and one that cannot be read is linked', async () => {
    const { calls } = await open(() => <CurrencyNoticeSlot currency="USD" />)
    await waitFor(() => expect(calls).toContain('GET /api/currencies'))
    expect(text()).toBe('')
    await open(() => <CurrencyNoticeSlot currency="USD" />, {})
    await waitFor(() => expect(text()).toContain('Read the legal notice for USD'))
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/currencies')
  })
})

test('the page of currencies has each with its notice, and says which is switched off', async () => {
  await open(CurrenciesPage)
  await waitFor(() => expect(document.querySelectorAll('section')).toHaveLength(3))
  const [dinar, euro, dollar] = [...document.querySelectorAll('section')].map(({ textContent }) => textContent)
  expect(dinar).toContain('Available')
  expect(euro).toContain(OFF)
  expect(dollar).not.toContain('switched off')
  await expectAccessible()
})

describe('an empty list of offers', () => {
  const empty = (currency: 'EUR' | 'USD' | undefined) => () => (
    <NoOffersSlot currency={currency}>No offers found</NoOffersSlot>
  )

  test('in a currency that is switched off says so and leads to the page of currencies', async () => {
    await open(empty('EUR'))
    await waitFor(() => expect(text()).toContain('Offers in EUR are not available at the moment'))
    expect(text()).not.toContain('No offers found')
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/currencies')
    await expectAccessible()
  })

  test('in one that is available, and in one that cannot be read, is an empty list', async () => {
    const { calls } = await open(empty('USD'))
    await waitFor(() => expect(calls).toContain('GET /api/currencies'))
    expect(text()).toBe('No offers found')
    await open(empty('EUR'), {})
    expect(text()).toBe('No offers found')
  })

  test('in several asks nothing', async () => {
    const { calls } = await open(empty(undefined))
    expect([text(), calls.filter((call) => call.includes('currencies'))]).toEqual(['No offers found', []])
  })
})

describe('a currency that is switched off', () => {
  test('is marked in the form of an offer, and the refusal leads back to its field', async () => {
    await open(() => <OfferForm />, {
      ...CURRENCIES,
      'GET /api/session': { user },
      'GET /api/market': { asset: 'USDT', rates: [] },
      'GET /api/payment-accounts': { accounts: [account] },
      'POST /api/offers': refusal('currency_unavailable', { field: 'fiatCurrency', values: { currency: 'EUR' } }),
    })
    await waitFor(() => expect(options().slice(0, 3)).toEqual(['TND', 'EUR (unavailable)', 'USD']))
    await fill('Minimum amount', '50')
    await fill('Maximum amount', '500')
    await pressButton('Continue')
    await fill('Offer terms', 'SEPA Instant only, from an account in your own name.')
    await pressButton('Create offer')
    const select = document.querySelector('[name=fiatCurrency]')!
    await waitFor(() => expect(select.getAttribute('aria-invalid')).toBe('true'))
    await waitFor(() => expect(document.activeElement).toBe(select))
    expect(select.closest('[data-step]')!.hasAttribute('hidden')).toBe(false)
    expect(text()).toContain('Trading in EUR is switched off for now.')
  })

  test('is marked in the form of a saved search', async () => {
    await open(() => <SearchForm initial={NO_FILTERS} label="Save search" onSubmit={async () => {}} />)
    await waitFor(() => expect(options()).toContain('EUR (unavailable)'))
    expect(options()).toContain('TND')
  })
})
