/** The parts of `npm run bench` that need a browser, in their shortest form. Their figures mean nothing. */
import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from '../build.ts'
import { measureDelivery } from './chat-delivery.ts'
import { openBenchEnvironment } from './environment.ts'
import { measurePages, prepareMarket } from './pages/measure-pages.ts'
import { measureMoves } from './pages/moves.ts'
import { launchBrowser } from './pages/phone.ts'
import { measureServerCost } from './pages/server-cost.ts'

const OFFERS = 400
const PATIENCE_MS = 300_000

// Done already, unless this file runs alone.
beforeAll(buildWeb, PATIENCE_MS)

test('a message from one browser to another', { timeout: PATIENCE_MS }, async () => {
  expect(await measureDelivery(2)).toHaveProperty('met')
})

test('a page on the phone, and what it costs the server', { timeout: PATIENCE_MS }, async () => {
  const environment = await openBenchEnvironment()
  const pages = await measurePages(environment, { runs: 1, only: ['/'], offers: OFFERS })
  const cost = await measureServerCost(environment.url, 1, 1)
  await environment.close()
  expect(Object.keys(pages)).toEqual(['/', 'empty page'])
  expect(pages['/']!.readableMs).not.toBeNull()
  expect(cost.hasRows).toBe(true)
})

test('a move inside the product', { timeout: PATIENCE_MS }, async () => {
  const environment = await openBenchEnvironment()
  const { browser } = await launchBrowser()
  const { offerId } = await prepareMarket(environment, OFFERS)
  const only = ['market to an offer']
  const rows = await measureMoves(browser, { url: environment.url, offerId }, { runs: 1, only })
  await browser.close()
  await environment.close()
  expect(Object.keys(rows)).toEqual([only[0], `${only[0]}, and back`])
})
