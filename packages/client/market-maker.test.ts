/** The market-making example as a process, against the real server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import { createApiKey } from '../../server/testing/accounts/api-clients.ts'
import { accountOf } from '../../server/testing/accounts/payment-accounts.ts'
import { startServerProcess } from '../../server/testing/servers/server-process.ts'
import type { ServerProcess } from '../../server/testing/servers/server-process.ts'
import { useTestApp } from '../../server/testing/suite.ts'
import { openTradeBetween, postOffer, signUp } from '../../server/testing/accounts/users.ts'

const EXAMPLE = fileURLToPath(new URL('examples/market-maker.ts', import.meta.url))

const testApp = useTestApp()
let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess(testApp().database.appUrl)
})
afterAll(() => server.stop())

test('its two offers follow the market, it greets a taker once, does not move the trade, and pauses at the end', async () => {
  const { app, owner, context } = testApp()
  const [maker, rival, taker] = [await signUp(app, 'maker'), await signUp(app, 'rival'), await signUp(app, 'taker')]
  await accountOf(owner, context.keyring, maker.id, 'sepa_instant')
  const { key } = await createApiKey(maker, ['read', 'offers', 'trades'])
  const start = () => {
    const child = spawn(process.execPath, [EXAMPLE, server.url], {
      env: { PATH: process.env.PATH, SARRAF_KEY: key, ROUND_MS: '200' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return { child, ended: once(child, 'exit') }
  }
  const offers = async (): Promise<MyOffer[]> => (await maker.get('/api/my-offers')).body.offers
  const prices = async () =>
    Object.fromEntries(
      (await offers()).map(({ type, status, pricePercentage }) => [type, `${status} ${pricePercentage}`]),
    )
  const expectPrices = (expected: Record<string, string>) =>
    vi.waitFor(async () => expect(await prices()).toEqual(expected), { timeout: 15_000, interval: 100 })

  const first = start()
  // Alone on the market it asks for the most.
  await expectPrices({ sell: 'active 3.0', buy: 'active -3.0' })
  // It undercuts by a tenth, and stays away from the reference rate.
  await postOffer(rival, { type: 'sell', pricePercentage: '2' })
  await postOffer(rival, { type: 'buy', pricePercentage: '-0.3' })
  await expectPrices({ sell: 'active 1.9', buy: 'active -0.5' })

  const sell = (await offers()).find(({ type }) => type === 'sell')!
  const trade = await openTradeBetween(taker, sell.id)
  const greetings = async () =>
    (await taker.get(`/api/trades/${trade.id}/messages`)).body.messages.filter(
      ({ sender, kind }: { sender: string; kind: string }) => sender === 'seller' && kind === 'text',
    )
  await vi.waitFor(async () => expect(await greetings()).toHaveLength(1), { timeout: 15_000, interval: 100 })

  first.child.kill('SIGTERM')
  expect(await first.ended).toEqual([0, null])
  expect(await prices()).toEqual({ sell: 'paused 1.9', buy: 'paused -0.5' })

  // After a restart it continues with its offers and greets no taker twice.
  const second = start()
  await expectPrices({ sell: 'active 1.9', buy: 'active -0.5' })
  second.child.kill('SIGINT')
  expect(await second.ended).toEqual([0, null])
  expect(await offers()).toHaveLength(2)
  expect(await greetings()).toHaveLength(1)
  expect((await taker.get(`/api/trades/${trade.id}`)).body.status).toBe('awaiting_payment')
})

test('it has at most a hundred lines, and calls nothing that marks or confirms a payment', async () => {
  const text = await readFile(EXAMPLE, 'utf8')
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(100)
  expect(text).not.toMatch(/markPaid|confirmReceipt|withdrawPaymentMark|openTrade\(|createQuote/)
})
