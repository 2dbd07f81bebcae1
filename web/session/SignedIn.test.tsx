import { useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { ID, trade, user } from '../testing/samples.ts'
import TradesPage from '../trades/list/TradesPage.tsx'
import LoginPage from '../accounts/sign-in/LoginPage.tsx'

const ENDED = 'Your session has ended. Sign in to continue.'

afterEach(() => vi.unstubAllGlobals())

function Pages() {
  return useLocation().pathname === '/login' ? <LoginPage /> : <TradesPage />
}

const answers = {
  'GET /api/session': { user },
  'GET /api/trades': { trades: [trade], nextCursor: ID },
  'GET /api/trades/waiting': { trades: [], now: trade.now },
  'GET /api/sign-in-methods': { providers: [], wallet: false },
}

test('a user whose session ends while a page is open reads so beside the sign-in', async () => {
  const { answer, address } = await openPage(Pages, { path: '/:page', address: '/trades', answers })
  await waitFor(() => expect(text()).toContain('Trade with karim'))
  answer({ 'GET /api/session': { user: null }, 'GET /api/trades': refusal('signed_out') })
  await pressButton('Show more')
  await waitFor(() => expect(address()).toBe('/login?next=%2Ftrades'))
  expect(text()).toContain(ENDED)
})

test('a visitor is sent to sign in without that word', async () => {
  const { address } = await openPage(Pages, {
    path: '/:page',
    address: '/trades',
    answers: { ...answers, 'GET /api/session': { user: null } },
  })
  await waitFor(() => expect(address()).toBe('/login?next=%2Ftrades'))
  expect(text()).not.toContain(ENDED)
})
