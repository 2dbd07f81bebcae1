import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '../../../domain/api/accounts/sessions.ts'
import { field, fill, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { press, select, waitFor } from '../../testing/render.tsx'
import { ID, account, myOffer, user } from '../../testing/samples.ts'
import { ACCOUNT_MISSING } from '../../payments/payment-accounts/queries.ts'
import CreateOfferPage from './CreateOfferPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each<[User['roles'], boolean]>([
  [['arbiter'], false],
  [[], true],
])('a user with the roles %j has the form of an offer: %s', async (roles, hasForm) => {
  await openPage(CreateOfferPage, {
    path: '/create-offer',
    answers: { 'GET /api/session': { user: { ...user, roles } } },
  })
  await waitFor(() => expect(findButton('Continue') !== undefined).toBe(hasForm))
  await waitFor(() => expect(text().includes('Arbiters can’t open trades')).toBe(!hasForm))
})

test('a suspended user reads why in place of the form', async () => {
  const suspension = { at: '2026-11-22T09:41:00.000Z', reason: 'False proofs of payment.' }
  await openPage(CreateOfferPage, {
    path: '/create-offer',
    answers: { 'GET /api/session': { user: { ...user, suspension } } },
  })
  await waitFor(() => expect(text()).toContain('False proofs of payment.'))
  expect(document.querySelector('form')).toBeNull()
})

test.each([
  [['chat'], false],
  [['offers'], true],
])('a team member with the roles %j has the form of an offer: %s', async (roles, hasForm) => {
  const actingFor = { id: ID, username: 'karim', avatar: null, roles }
  await openPage(CreateOfferPage, { path: '/create-offer', answers: { 'GET /api/session': { user, actingFor } } })
  await waitFor(() => expect(findButton('Continue') !== undefined).toBe(hasForm))
  await waitFor(() => expect(text().includes('Your roles in this team don’t include this.')).toBe(!hasForm))
})

test('beside the USDT of an edited offer stands what is left of it for new trades', async () => {
  const edited = { ...myOffer, availableUsdt: '135.930000', inventoryUsdt: '823.340000' }
  await openPage(CreateOfferPage, {
    path: '/create-offer',
    address: `/create-offer?edit=${ID}`,
    answers: { 'GET /api/session': { user }, [`GET /api/my-offers/${ID}`]: edited },
  })
  await waitFor(() => expect(field('USDT available to sell').value).toBe('823.340000'))
  expect(text()).toContain('Left for new trades: 135.93')
})

test('a new offer begins like the latest one, and a currency with a method that has an account', async () => {
  const latest = { ...myOffer, fiatCurrency: 'TND', paymentMethods: ['tn_bank_transfer'] }
  await openPage(CreateOfferPage, {
    path: '/create-offer',
    answers: {
      'GET /api/session': { user },
      'GET /api/my-offers': { offers: [latest, myOffer], nextCursor: null },
      'GET /api/payment-accounts': { accounts: [{ ...account, method: 'revolut' }] },
    },
  })
  const chosen = (name: string) => document.querySelector<HTMLSelectElement>(`select[name=${name}]`)!
  await waitFor(() => expect(chosen('fiatCurrency').value).toBe('TND'))
  const methods = () =>
    [...document.querySelectorAll<HTMLInputElement>('[type=checkbox][value]:checked')].map(({ value }) => value)
  expect(methods()).toEqual(['tn_bank_transfer'])
  await select(chosen('fiatCurrency'), 'EUR')
  expect(methods()).toEqual(['revolut'])
})

test('a new offer does not wait for offers and accounts that cannot be read', async () => {
  await openPage(CreateOfferPage, {
    path: '/create-offer',
    answers: { 'GET /api/session': { user }, 'GET /api/my-offers': refusal('busy') },
  })
  await waitFor(() => expect(field('Minimum amount').value).toBe(''))
})

test('a seller without an account is led to its field when the form is sent, and not when it appears again', async () => {
  await openPage(CreateOfferPage, {
    path: '/create-offer',
    answers: {
      'GET /api/session': { user },
      'GET /api/my-offers': { offers: [], nextCursor: null },
      'GET /api/payment-accounts': { accounts: [] },
      'GET /api/currencies': { currencies: [] },
    },
  })
  await waitFor(() => expect(text()).toContain('account yet.'))
  for (const [label, value] of [
    ['Minimum amount', '50'],
    ['Maximum amount', '500'],
  ] as const)
    await fill(label, value)
  await pressButton('Continue')
  await fill('Offer terms', 'From an account in your own name.')
  await pressButton('Create offer')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add payment account'))
  await pressButton('Back')
  const choose = (side: string) =>
    press([...document.querySelectorAll<HTMLElement>('label')].find(({ textContent }) => textContent === side)!)
  await choose('Buy USDT')
  await waitFor(() => expect(text()).not.toContain('account yet.'))
  await choose('Sell USDT')
  await waitFor(() => expect(text()).toContain('account yet.'))
  expect(document.activeElement?.textContent).not.toBe('Add payment account')
  expect(text()).not.toContain(ACCOUNT_MISSING)
})
