import { expect, test } from 'vitest'
import { openPage, refusal, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { user } from '../../testing/samples.ts'
import { LimitsSection } from './LimitsSection.tsx'
import LimitsPage from './LimitsPage.tsx'

const amounts = (risk: string, tradeUsdt: string) => ({
  risk,
  tradeUsdt,
  openUsdt: '5000.000000',
  dayUsdt: '10000.000000',
})
const row = {
  tier: 'starter',
  accountDays: 0,
  completedTrades: 0,
  partners: 0,
  needsRehearsal: false,
  limits: [amounts('final', '2500.000000'), amounts('reversible', '500.000000')],
}
const TIERS = {
  tiers: [
    row,
    { ...row, tier: 'rehearsed', needsRehearsal: true },
    { ...row, tier: 'established', accountDays: 30, completedTrades: 10, partners: 5 },
  ],
  methods: [
    { paymentMethod: 'sepa_instant', risk: 'final' },
    { paymentMethod: 'paypal', risk: 'reversible' },
  ],
}
const OWN = {
  tier: 'rehearsed',
  accountDays: 45,
  completedTrades: 3,
  partners: 2,
  hasRehearsed: true,
  nextTier: 'established',
  nextStep: 'record',
  limits: row.limits,
  use: [
    { risk: 'final', openUsdt: '4500.000000', dayUsdt: '4500.000000', availableUsdt: '500.000000' },
    { risk: 'reversible', openUsdt: '0.000000', dayUsdt: '0.000000', availableUsdt: '500.000000' },
  ],
}
const page = { path: '/limits', answers: { 'GET /api/tiers': TIERS } }

test('a visitor sees the table: what each tier needs, and its limits', async () => {
  const { calls } = await openPage(LimitsPage, page)
  await waitFor(() => expect(text()).toContain('All tiers'))
  expect(text()).toContain('After 30 days, with 10 completed trades on your record, with 5 different traders.')
  expect(text()).toContain('After the rehearsal.')
  expect(text()).toContain('Starter2,5005,00010,000')
  expect(text()).toContain('Starter5005,00010,000')
  expect(text()).toContain('PayPal')
  expect(calls).not.toContain('GET /api/limits')
})

test('a user sees their tier, what leads to the next one, and what is used, as bars with texts', async () => {
  await openPage(LimitsSection, {
    ...page,
    answers: { ...page.answers, 'GET /api/session': { user }, 'GET /api/limits': OWN },
  })
  await waitFor(() => expect(text()).toContain('Your tier: Rehearsed'))
  expect(text()).toContain('Next tier: Established')
  expect(bars()).toEqual([
    ['Account age in days', '30 of 30'],
    ['Completed trades on your record', '3 of 10'],
    ['Different traders', '2 of 5'],
    ['In open trades', '4,500.00 of 5,000.00 USDT'],
    ['In the last 24 hours', '4,500.00 of 10,000.00 USDT'],
    ['In open trades', '0.00 of 5,000.00 USDT'],
    ['In the last 24 hours', '0.00 of 10,000.00 USDT'],
  ])
  expect(text()).toContain('You can open a trade of up to500.00 USDT')
})

test('a user is led from the table to their own limits, which are part of the account', async () => {
  const { calls } = await openPage(LimitsPage, { ...page, answers: { ...page.answers, 'GET /api/session': { user } } })
  await waitFor(() => expect(text()).toContain('See your limits'))
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'See your limits')
  expect(link?.getAttribute('href')).toBe('/account?tab=limits')
  expect(calls).not.toContain('GET /api/limits')
})

test('limits that could not be read can be read again', async () => {
  const { answer } = await openPage(LimitsSection, {
    ...page,
    answers: { ...page.answers, 'GET /api/session': { user }, 'GET /api/limits': refusal('internal') },
  })
  await waitFor(() => expect(text()).toContain('Try again'))
  answer({ 'GET /api/limits': OWN })
  document.querySelector('button')!.click()
  await waitFor(() => expect(text()).toContain('Your tier: Rehearsed'))
})

function bars(): (string | null | undefined)[][] {
  return [...document.querySelectorAll('progress')].map((bar) => [
    document.getElementById(bar.getAttribute('aria-labelledby') ?? '')?.textContent,
    bar.getAttribute('aria-valuetext'),
  ])
}
