/** Several tabs of one browser. They share this document, so they are visible or in the background together. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, OTHER_USER, USER } from '../../testing/fake-stream.ts'
import { fakeTabs, type FakeChannel } from '../../testing/fake-tabs.ts'
import type { Feeder } from './feed.ts'
import { inOrder } from './ordered-events.ts'
import { canShareConnection, openSharedConnection } from './shared-connection.ts'
import type { StreamState } from './stream-context.ts'

type Tab = {
  feeder: Feeder
  channel: FakeChannel
  taken: number[]
  typed: string[]
  resets: number
  signedOut: number
  state: StreamState
}

let server: FakeServer
let channels: () => FakeChannel[]
let tabs: Tab[]
let visibility: DocumentVisibilityState

beforeEach(async () => {
  // The first call of a page loads it.
  await import('../../contract.ts')
  vi.useFakeTimers()
  server = new FakeServer().start()
  channels = fakeTabs()
  tabs = []
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})

afterEach(() => {
  for (const { feeder } of tabs) feeder.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

async function openTab(): Promise<Tab> {
  const tab: Omit<Tab, 'feeder' | 'channel'> = { taken: [], typed: [], resets: 0, signedOut: 0, state: 'connecting' }
  const events = inOrder({ onEvent: ({ seq }) => tab.taken.push(seq), onReset: () => tab.resets++ })
  const feeder = openSharedConnection({
    userId: USER,
    events,
    onTyping: (tradeId) => tab.typed.push(tradeId),
    onSignedOut: () => tab.signedOut++,
    state: () => tab.state,
    onState: (state) => (tab.state = state),
  })
  const opened = Object.assign(tab, { feeder, channel: channels().at(-1)! })
  tabs.push(opened)
  await pass(0)
  return opened
}

async function openTabs(count: number): Promise<Tab[]> {
  const opened = []
  for (let n = 0; n < count; n++) opened.push(await openTab())
  return opened
}

/** As when the browser freezes a page without an event. */
function freeze(tab: Tab): void {
  tab.channel.isFrozen = true
}

test('ten tabs share one stream: each is live, and has each event and typing signal once', async () => {
  const opened = await openTabs(10)
  expect(opened.map(({ state }) => state)).toEqual(opened.map(() => 'live'))
  for (let n = 0; n < 3; n++) server.emit()
  server.openStreams()[0]!.say('typing', { tradeId: USER })
  await server.passQuietly(120)
  expect(server.streams).toHaveLength(1)
  for (const { taken, typed, resets, state } of opened) {
    expect([taken, typed, resets, state]).toEqual([[1, 2, 3], [USER], 1, 'live'])
  }
})

test('a leader that closes hands over; the next tab continues after the last event', async () => {
  const [leader, ...others] = await openTabs(4)
  server.emit()
  await pass(0)
  leader!.feeder.close()
  server.emit()
  await pass(0)
  server.emit()
  await pass(0)
  expect(server.openStreams()).toHaveLength(1)
  expect(server.streams.at(-1)!.after).toBe(1)
  for (const { taken, resets, state } of others) expect([taken, resets, state]).toEqual([[1, 2, 3], 1, 'live'])
})

test('a frozen leader: a tab that is looked at takes over after 2 s, an open one after 45 s; nothing twice, nothing missed', async () => {
  const [leader, follower, third] = await openTabs(3)
  freeze(leader!)
  server.emit()
  expect(leader!.taken).toEqual([1])
  follower!.feeder.wake()
  await pass(2)
  expect([follower!.taken, third!.taken, follower!.state]).toEqual([[1], [1], 'live'])
  // The browser took the lock from the frozen tab, which ends its stream when it learns of it.
  expect(server.openStreams()).toHaveLength(1)

  freeze(follower!)
  server.emit()
  await pass(46)
  expect([third!.taken, third!.state]).toEqual([[1, 2], 'live'])
})

test('events that a frozen tab has missed reach it once, in order', async () => {
  const [, follower] = await openTabs(2)
  freeze(follower!)
  for (let n = 0; n < 5; n++) server.emit()
  await pass(0)
  expect(follower!.taken).toEqual([])
  follower!.channel.isFrozen = false
  server.emit()
  await pass(0)
  expect([follower!.taken, follower!.resets]).toEqual([[1, 2, 3, 4, 5, 6], 1])
})

test('what the leader finds out about the connection, all tabs say', async () => {
  const opened = await openTabs(3)
  server.path = 'refused'
  server.cut()
  await pass(1)
  expect(opened.map(({ state }) => state)).toEqual(['offline', 'offline', 'offline'])
  server.events.push({ seq: 1, kind: 'message', data: { messages: [] } })
  server.path = 'open'
  await pass(5)
  for (const { taken, state } of opened) expect([taken, state]).toEqual([[1], 'live'])
  expect(server.openStreams()).toHaveLength(1)
})

test('with all tabs in the background the stream rests after 5 minutes, and is back when one is looked at', async () => {
  const opened = await openTabs(3)
  visibility = 'hidden'
  for (const { feeder } of opened) feeder.hide()
  await server.passQuietly(280)
  expect(server.openStreams()).toHaveLength(1)
  await server.passQuietly(60)
  expect(server.openStreams()).toHaveLength(0)
  server.emit()
  await pass(31)
  for (const { taken } of opened) expect(taken).toEqual([1])
  visibility = 'visible'
  opened[2]!.feeder.wake()
  await pass(0)
  expect(server.openStreams()).toHaveLength(1)
  expect(opened.map(({ state }) => state)).toEqual(['live', 'live', 'live'])
})

test('a leader in the background keeps its stream while another tab is visible', async () => {
  await openTabs(2)
  visibility = 'hidden'
  tabs[0]!.feeder.hide()
  const seen = new FakeVisibleTab(tabs[1]!.channel.name)
  await server.passQuietly(900)
  expect(server.openStreams()).toHaveLength(1)
  seen.close()
})

test('a visible tab reports to a leader in the background that it is visible', async () => {
  // Another tab has the lock.
  void navigator.locks.request(`events 1 of ${USER}`, {}, () => new Promise(() => {}))
  const follower = await openTab()
  const leader = new BroadcastChannel(follower.channel.name)
  const heard: string[] = []
  leader.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => heard.push(data.type))
  const state = { type: 'state', state: 'live', position: 0, isVisible: false }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes no other argument
  leader.postMessage(state)
  await pass(0)
  expect([heard, follower.state, server.streams.length]).toEqual([['seen'], 'live', 0])
  leader.close()
})

test('a tab that follows does not stay with a leader in the background that has lost its connection', async () => {
  const [leader, follower] = await openTabs(2)
  const stranger = new FakeVisibleTab(follower!.channel.name)
  stranger.say({ type: 'state', state: 'offline', position: 0, isVisible: false })
  await pass(0)
  server.emit()
  await pass(0)
  expect([server.streams.length, server.openStreams().length]).toEqual([2, 1])
  for (const { taken } of [leader!, follower!]) expect(taken).toEqual([1])
  stranger.close()
})

test('when the session has ended, every tab learns of it', async () => {
  const opened = await openTabs(3)
  server.userId = OTHER_USER
  server.cut()
  await pass(1)
  expect(opened.map(({ signedOut }) => signedOut)).toEqual([1, 1, 1])
})

test('browsers without Web Locks, as over plain http, and without channels share nothing', () => {
  expect(canShareConnection()).toBe(true)
  vi.stubGlobal('navigator', {})
  expect(canShareConnection()).toBe(false)
  fakeTabs()
  vi.stubGlobal('BroadcastChannel', undefined)
  expect(canShareConnection()).toBe(false)
})

/** Another tab, which says that it is visible whatever this document is. */
class FakeVisibleTab {
  private channel: BroadcastChannel

  constructor(name: string) {
    this.channel = new BroadcastChannel(name)
    this.channel.addEventListener('message', ({ data }: MessageEvent<{ type: string; isVisible?: boolean }>) => {
      if (data.type === 'state' && data.isVisible === false) this.say({ type: 'seen' })
    })
  }

  say(message: object): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes no other argument
    this.channel.postMessage(message)
  }

  close(): void {
    this.channel.close()
  }
}
