import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, USER } from '../../testing/fake-stream.ts'
import type { Feeder } from './feed.ts'
import { inOrder } from './ordered-events.ts'
import { openOwnConnection } from './own-connection.ts'
import { feedWhileRunning } from './while-running.ts'

let visibility: DocumentVisibilityState

beforeEach(async () => {
  // The first call of a page loads it.
  await import('../../contract.ts')
  vi.useFakeTimers()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function turn(to: DocumentVisibilityState): void {
  visibility = to
  document.dispatchEvent(new Event('visibilitychange'))
}

test.each([
  ['shown again', () => turn('visible')],
  ['focused', () => window.dispatchEvent(new Event('focus'))],
  ['back in the network', () => window.dispatchEvent(new Event('online'))],
  ['resumed', () => document.dispatchEvent(new Event('resume'))],
])('a page that is %s checks its connection', (_, happen) => {
  const feeder = { wake: vi.fn<() => void>(), hide: vi.fn<() => void>(), goOffline: () => {}, close: () => {} }
  const stop = feedWhileRunning(() => feeder)
  happen()
  expect(feeder.wake).toHaveBeenCalledTimes(1)
  stop()
  happen()
  expect(feeder.wake).toHaveBeenCalledTimes(1)
})

test.each([
  ['kept by the browser', () => window.dispatchEvent(new Event('pagehide')), () => new Event('pageshow'), window],
  ['frozen', () => document.dispatchEvent(new Event('freeze')), () => new Event('resume'), document],
])('a page that is %s gives up its connection, and opens one when it is back', (_, leave, back, target) => {
  const close = vi.fn<() => void>()
  const open = vi.fn<() => Feeder>(() => ({ wake: () => {}, hide: () => {}, goOffline: () => {}, close }))
  const stop = feedWhileRunning(open)
  leave()
  leave()
  expect([open.mock.calls.length, close.mock.calls.length]).toEqual([1, 1])
  target.dispatchEvent(back())
  target.dispatchEvent(back())
  expect(open).toHaveBeenCalledTimes(2)
  stop()
  expect(close).toHaveBeenCalledTimes(2)
})

test('without a shared connection a tab in the background has no stream; nothing is missed when it is back', async () => {
  const server = new FakeServer().start()
  const taken: number[] = []
  const states: string[] = []
  const stop = feedWhileRunning(() =>
    openOwnConnection({
      userId: USER,
      events: inOrder({ onEvent: ({ seq }) => taken.push(seq), onReset: () => {} }),
      onTyping: () => {},
      onSignedOut: () => {},
      state: () => 'connecting',
      onState: (state) => states.push(state),
    }),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(server.openStreams()).toHaveLength(1)
  turn('hidden')
  expect(server.openStreams()).toHaveLength(0)
  server.emit()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(taken).toEqual([1])
  server.emit()
  turn('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect([taken, states.at(-1), server.openStreams().length]).toEqual([[1, 2], 'live', 1])
  window.dispatchEvent(new Event('offline'))
  expect([states.at(-1), server.openStreams().length]).toEqual(['offline', 0])
  stop()
})
