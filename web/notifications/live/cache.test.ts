import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { applyEvent, reloadAll } from './cache.ts'
import { notificationsKey, tradeKey, disputeKey, messagesKey } from '../../query-keys.ts'

const TRADE = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const EVENT = { seq: 1, kind: 'message', data: { tradeId: TRADE, messages: [{ seq: 2 }] } } as unknown as StreamEvent

/** A chat whose first read was answered by the server before the message was written, and arrives after its event. */
function chatBeingRead() {
  const client = new QueryClient()
  const first = Promise.withResolvers<{ seq: number }[]>()
  let reads = 0
  const observer = new QueryObserver(client, {
    queryKey: messagesKey(TRADE),
    queryFn: async () => (++reads === 1 ? first.promise : [{ seq: 1 }, { seq: 2 }]),
  })
  observer.subscribe(() => {})
  return { client, answerFirst: () => first.resolve([{ seq: 1 }]), shown: () => observer.getCurrentResult().data }
}

test.each([
  ['an event', (client: QueryClient) => applyEvent(client, EVENT)],
  ['the start of the stream', (client: QueryClient) => reloadAll(client)],
])('after %s, the answer of a first read that had begun before is not kept', async (_, happen) => {
  const { client, answerFirst, shown } = chatBeingRead()
  happen(client)
  answerFirst()
  await expect.poll(shown).toEqual([{ seq: 1 }, { seq: 2 }])
})

test.each([
  ['disputed', [true, true]],
  ['payment_sent', [false, true]],
] as const)(
  'an event of a %s trade in the shown version reads [trade, dispute] again: %j',
  async (status, expected) => {
    const client = new QueryClient()
    client.setQueryData(tradeKey(TRADE), { version: 3 })
    client.setQueryData(disputeKey(TRADE), { version: 1 })
    applyEvent(client, {
      seq: 2,
      kind: 'trade',
      data: { tradeId: TRADE, status, version: 3, messages: [] },
    })
    const isInvalidated = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated
    await expect.poll(() => [isInvalidated(tradeKey(TRADE)), isInvalidated(disputeKey(TRADE))]).toEqual(expected)
  },
)

test('the answer of a bank reads the trade again, whose version it leaves', async () => {
  const client = new QueryClient()
  client.setQueryData(tradeKey(TRADE), { version: 1 })
  const messages = [{ seq: 2, systemCode: 'payee_no_match' }]
  const data = { tradeId: TRADE, status: 'awaiting_payment', version: 1, messages }
  applyEvent(client, { seq: 2, kind: 'trade', data } as unknown as StreamEvent)
  await expect.poll(() => client.getQueryState(tradeKey(TRADE))?.isInvalidated).toBe(true)
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['of the trade on the visible page', `/ar/trade/${TRADE}`, 'visible', false],
  ['of the trade on a page in the background', `/trade/${TRADE}`, 'hidden', true],
  ['of another trade', '/trade/11111111-0000-4000-8000-000000000000', 'visible', true],
  ['on another page', '/dashboard', 'visible', true],
])('a notification %s is counted by the bell: %s %s %s', async (_, pathname, visibilityState, isCounted) => {
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('document', { visibilityState })
  const client = new QueryClient()
  client.setQueryData(notificationsKey, 0)
  const notification = { id: TRADE, event: 'message_received', isUrgent: false } as const
  applyEvent(client, { seq: 3, kind: 'message', data: { tradeId: TRADE, messages: [], notification } })
  await new Promise(setImmediate)
  expect(client.getQueryState(notificationsKey)?.isInvalidated).toBe(isCounted)
})
