import { afterEach, expect, test, vi } from 'vitest'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { TRADE_STATUS_TEXTS, TRADE_STATUSES } from '../../../domain/trades/trades.ts'
import { expectAccessible, openPage, pressButton, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { dashboard, ID, trade, user, waitingTrade } from '../../testing/samples.ts'
import { NextWaiting } from './NextWaiting.tsx'
import TradesPage from './TradesPage.tsx'

const OTHER = '11111111-0000-4000-8000-000000000000'
const NOW = '2026-11-22T09:41:00.000Z'
const page = (trades: Trade[], nextCursor: string | null = null) => ({ trades, nextCursor })
const answers = {
  'GET /api/session': { user },
  'GET /api/trades': page([trade], ID),
  'GET /api/trades/waiting': { trades: [], now: NOW },
  'GET /api/dashboard': dashboard,
}

afterEach(() => vi.unstubAllGlobals())

test('older trades are read page by page, and the trades can be exported', async () => {
  const { answer } = await openPage(TradesPage, { path: '/trades', answers })
  await waitFor(() => expect(text()).toContain('Trade with karim'))
  expect(text()).toContain('Export for accounting')
  await expectAccessible()
  answer({ 'GET /api/trades': page([{ ...trade, id: OTHER }]) })
  await pressButton('Show more')
  await waitFor(() => expect(text()).toContain('#11111111'))
  expect(text()).toContain(`#${ID.slice(0, 8)}`)
  expect(text()).not.toContain('Show more')
})

test('the states to choose from have the names of the states of a trade', async () => {
  await openPage(TradesPage, { path: '/trades', answers })
  await waitFor(() => expect(text()).toContain('Trade with karim'))
  for (const state of ['completed', 'cancelled'] as const)
    expect(document.querySelector(`label:has(input[value=${state}])`)?.textContent).toBe(
      TRADE_STATUS_TEXTS[state].label,
    )
})

test('above the list is the number of trades in each status', async () => {
  const statuses = TRADE_STATUSES.map((status, at) => ({ status, trades: at + 1 }))
  await openPage(TradesPage, {
    path: '/trades',
    answers: { ...answers, 'GET /api/dashboard': { ...dashboard, statuses } },
  })
  await waitFor(() => expect(text()).toContain('Disputed5'))
  const counts = [...document.querySelectorAll('dt')].map((name) => [name.textContent, name.nextSibling?.textContent])
  expect(counts).toEqual(TRADE_STATUSES.map((status, at) => [TRADE_STATUS_TEXTS[status].label, String(at + 1)]))
})

test('a row leads to its trade, and a completed one to another with the same trader', async () => {
  const completed: Trade = { ...trade, status: 'completed', turn: [] }
  await openPage(TradesPage, { path: '/trades', answers: { ...answers, 'GET /api/trades': page([completed]) } })
  await waitFor(() => expect(text()).toContain('Trade again'))
  const links = [...document.querySelectorAll('main li a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([`/trade-again/karim?trade=${ID}`, `/trade/${ID}`])
  await expectAccessible()
})

test('the trades are filtered by their state, which the address keeps', async () => {
  const { answer, address } = await openPage(TradesPage, { path: '/trades', answers })
  await waitFor(() => expect(text()).toContain('Trade with karim'))
  answer({ 'GET /api/trades': page([]) })
  await press(document.querySelector<HTMLElement>('input[value=cancelled]')!)
  await waitFor(() => expect(text()).toContain('No trades in this state'))
  expect(address()).toBe('/trades?state=cancelled')
  answer({ 'GET /api/trades': page([trade]) })
  await press(document.querySelector<HTMLElement>('input[value=all]')!)
  await waitFor(() => expect(text()).toContain('Trade with karim'))
  expect(address()).toBe('/trades')
})

test('a member of a team sees no export, which only the owner can download', async () => {
  const actingFor = { id: OTHER, username: 'owner', avatar: null, roles: ['chat'] }
  await openPage(TradesPage, { path: '/trades', answers: { ...answers, 'GET /api/session': { user, actingFor } } })
  await waitFor(() => expect(text()).toContain('Trade with karim'))
  expect(text()).not.toContain('Export for accounting')
})

test.each([
  ['release', 'Your turn'],
  ['chat', 'Waiting for the seller'],
])('a member of a team with the role %s reads: %s', async (role, expected) => {
  const actingFor = { id: OTHER, username: 'owner', avatar: null, roles: [role] }
  const paid: Trade = { ...trade, status: 'payment_sent', role: 'seller', turn: ['seller'] }
  await openPage(TradesPage, {
    path: '/trades',
    answers: { ...answers, 'GET /api/session': { user, actingFor }, 'GET /api/trades': page([paid]) },
  })
  await waitFor(() => expect(document.querySelector('main li')?.textContent).toContain(expected))
})

test('a trade that waits for others leads to the most urgent one that waits for the reader, never to itself', async () => {
  const waiting = [
    { ...waitingTrade, tradeId: trade.id },
    { ...waitingTrade, tradeId: OTHER },
  ]
  await openPage(() => <NextWaiting trade={trade} />, {
    path: '/',
    answers: { 'GET /api/session': { user }, 'GET /api/trades/waiting': { trades: waiting, now: NOW } },
  })
  await waitFor(() => expect(text()).toContain('also needs you now'))
  expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([`/trade/${OTHER}`])
})
