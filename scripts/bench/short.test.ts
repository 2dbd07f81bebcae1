/** The parts of `npm run bench` that need no browser, in their shortest form, so that a change that breaks one is seen. Their figures mean nothing. */
import { expect, test } from 'vitest'
import { measureBystander } from './bystander.ts'
import { measureIdle } from './idle.ts'
import { compareLists } from './lists.ts'
import { measureMarket } from './market.ts'
import { compareMarketplaces } from './marketplace.ts'
import { measureProcesses } from './processes.ts'
import { measureTrades } from './trades.ts'

const ONCE = { warmUp: 0, calls: 1 }

test('trades and messages, beside the floor', async () => {
  const { trades, messages, violations } = await measureTrades({
    clients: [1, 2],
    rounds: 1,
    trades: 2,
    history: 1,
    messages: 2,
  })
  const made = { refused: 0, 'left to the worker': 0 }
  expect(trades).toMatchObject({ '1 client': made, '2 clients': made })
  for (const row of [...Object.values(trades), ...Object.values(messages)]) expectRatio(row)
  expect(violations).toEqual([])
})

test('trades through several processes, and the tables that they fill', async () => {
  const { loads, moved, growth, violations } = await measureProcesses({
    processes: [1, 2],
    clients: [2],
    rounds: 1,
    trades: 2,
  })
  expect(Object.keys(loads)).toEqual(['1 process, 2 clients', '2 processes, 2 clients'])
  for (const row of [...Object.values(loads), ...Object.values(moved)])
    expect(row).toMatchObject({ 'per s': expect.stringMatching(/^[1-9]/), refused: 0, 'left to the worker': 0 })
  if (process.platform === 'linux') expect(Object.keys(moved)).toHaveLength(2)
  expect(growth).toHaveProperty('all tables')
  expect(violations).toEqual([])
})

test('a page of the market, beside its bare statements', async () => {
  const rows = await measureMarket({ offers: 400, rounds: 1, pieces: 2 })
  expect(Object.keys(rows).length).toBeGreaterThanOrEqual(4)
  for (const row of Object.values(rows)) expectRatio(row)
})

test('an idle server', async () => {
  const row = await measureIdle(1)
  expect(Number((row as Record<string, string>)['statements a second'])).toBeGreaterThan(0)
})

test('the marketplace in two sizes', async () => {
  const rows = await compareMarketplaces([200, 400], {
    calls: ONCE,
    filters: ['none', 'sell EUR Revolut', 'rare word'],
  })
  expect(Object.keys(rows)).toContain('sell EUR Revolut, best_price, first')
})

test('the other lists in two sizes', async () => {
  const rows = await compareLists([1000, 2000], ONCE)
  expect(Object.keys(rows)).toContain('/api/notifications, second page')
})

test('a visitor beside a flood of each kind', { timeout: 300_000 }, async () => {
  const rows = await measureBystander({
    offers: 400,
    rounds: 1,
    reads: 2,
    pictures: { count: 1, height: 300, accounts: 4 },
  })
  expect(Object.keys(rows.reads)).toEqual(['pictures', 'streams', 'searches', 'offers', 'quotes'])
  const whole = { pictures: 1, accepted: 1 }
  expect(rows.pictures).toEqual({
    'one network, a new account': expect.objectContaining(whole),
    'one network, an account with a trade': expect.objectContaining(whole),
    '4 networks, a new account': expect.objectContaining(whole),
    '4 networks, an account with a trade': expect.objectContaining(whole),
  })
})

/** Where there is no /proc, there is no processor time. */
function expectRatio(row: object): void {
  const ratio = Number((row as Record<string, string>)['Postgres ratio'])
  if (process.platform === 'linux') expect(ratio).toBeGreaterThan(0)
}
