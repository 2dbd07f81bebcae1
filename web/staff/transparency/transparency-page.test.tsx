/** What the public figures look like while some of them are withheld. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { DISPUTE_OUTCOMES } from '../../../domain/disputes/disputes.ts'
import { openPage, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { EscrowEquation } from './EscrowEquation.tsx'
import { PeriodBoard } from './PeriodBoard.tsx'

afterEach(() => vi.unstubAllGlobals())

const FEW = 'fewer than 5'
const times = (words: string) => text().split(words).length - 1

const disputes = { opened: null, closed: [], minutesToDecide: null, minutesHeld: null }
const periods: Transparency['periods'] = [30, 90, null].map((days) => ({
  days,
  completed: 40,
  methods: [],
  minutesToPay: 8,
  minutesToRelease: 4,
  disputes,
}))

test('where no figure of the disputes is shown, one sentence says so', async () => {
  await openPage(() => <PeriodBoard periods={periods} />, { path: '/' })
  await waitFor(() => expect(times(FEW)).toBe(1))
  expect(document.querySelectorAll('tbody tr')).toHaveLength(3)
})

test('where one is shown, every kind has its row', async () => {
  const [first, ...others] = periods
  const known = { ...first!, disputes: { ...disputes, opened: 5, closed: [{ outcome: 'refund' as const, count: 5 }] } }
  await openPage(() => <PeriodBoard periods={[known, ...others]} />, { path: '/' })
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(6 + DISPUTE_OUTCOMES.length))
  expect(times(FEW), 'all counts but two').toBe(3 * (1 + DISPUTE_OUTCOMES.length) - 2)
})

test('an escrow of few trades says so once', async () => {
  const escrow = {
    asOf: '2026-11-22T00:00:00.000Z',
    openTrades: null,
    ledgerUsdt: null,
    tradesUsdt: null,
    isEqual: true,
  }
  await openPage(() => <EscrowEquation escrow={escrow} />, { path: '/' })
  await waitFor(() => expect(times(FEW)).toBe(1))
  expect(text()).toContain('Exactly equal before rounding')
})
