import { afterEach, expect, test, vi } from 'vitest'
import { alerts, findButton, openPage, pending, pressButton, refusal, text, type Answers } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { ID, trade, user } from '../testing/samples.ts'
import TradePage from './TradePage.tsx'

const TRADE = `GET /api/trades/${ID}`

afterEach(() => vi.unstubAllGlobals())

test.each(['not_found', 'invalid_input'] as const)(
  'a trade answered by %s leads home, with the reason',
  async (code) => {
    const { address } = await open({ [TRADE]: refusal(code) })
    await waitFor(() => expect(address()).toBe('/'))
    await waitFor(() => expect(text()).toContain('Trade not found in your account'))
  },
)

test('an address without an id leads home', async () => {
  const { address } = await openPage(TradePage, { path: '/trade/', answers: { 'GET /api/session': { user } } })
  await waitFor(() => expect(address()).toBe('/'))
})

test('a trade that loads says so; one that failed to load is loaded by Try again', async () => {
  const { answer } = await open({ [TRADE]: pending })
  await waitFor(() => expect(text()).toContain('Loading trade…'))
  const { answer: later } = await open({ [TRADE]: refusal('internal') })
  await waitFor(() => expect(alerts()[0]).toContain('An unexpected error occurred. Please try again.'))
  expect(text()).not.toContain('Loading trade…')
  later({ [TRADE]: trade })
  await pressButton('Try again')
  await waitFor(() => expect(text()).toContain('Escrow address'))
  expect(findButton('Try again')).toBeUndefined()
  expect(answer).toBeDefined()
})

function open(answers: Answers) {
  return openPage(TradePage, {
    path: '/trade/:tradeId',
    address: `/trade/${ID}`,
    answers: {
      'GET /api/session': { user },
      [`GET /api/trades/${ID}/messages`]: { messages: [], read: { buyer: 0, seller: 0 } },
      ...answers,
    },
  })
}
