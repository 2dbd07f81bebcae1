import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../../domain/api/chat/chat.ts'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { useMessages } from '../../chat/messages.ts'
import { expectAccessible, openPage, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, trade } from '../../testing/samples.ts'
import { readTradeAgain, useTrade } from '../queries.ts'
import { SoundSwitch } from './SoundSwitch.tsx'

const BLOCKED = 'Your browser blocks sound until you press something on this page.'
const WAITING: Partial<Trade> = { status: 'payment_sent', turn: ['seller'], paidAt: trade.now }
const MESSAGE: Message = {
  tradeId: ID,
  seq: 1,
  kind: 'text',
  sender: 'seller',
  member: null,
  text: 'Hello',
  systemCode: null,
  image: null,
  clientId: null,
  createdAt: trade.now,
}

/** The notes that were played: two make one tone. */
let notes = 0
let isAllowed = true
/** The page keeps its first. */
const made: FakeAudioContext[] = []
let reload = () => {}

/** A browser's sound, as far as a tone needs it. */
class FakeAudioContext {
  state = 'suspended'
  currentTime = 0
  destination = {}
  constructor() {
    made.push(this)
  }
  async resume() {
    if (!isAllowed) await new Promise(() => {})
    this.state = 'running'
  }
  createOscillator() {
    return { frequency: { value: 0 }, connect: (next: object) => next, start: () => notes++, stop() {} }
  }
  createGain() {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {} }
    return { gain, connect: (next: object) => next }
  }
}

beforeEach(() => {
  notes = 0
  isAllowed = true
  for (const context of made) context.state = 'suspended'
  localStorage.clear()
  vi.stubGlobal('AudioContext', FakeAudioContext)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('it is off at first: nothing is played when it becomes the reader’s turn', async () => {
  const { answer } = await open(WAITING)
  expect(toggle().getAttribute('aria-checked')).toBe('false')
  answer({ [`GET /api/trades/${ID}`]: { ...trade, version: 2 } })
  reload()
  await waitFor(() => expect(text()).toContain('version 2, 0 messages'))
  expect(notes).toBe(0)
  await expectAccessible()
})

test('switched on, it plays a tone as a sample, at the reader’s turn and at a message of the other party', async () => {
  const { answer } = await open(WAITING)
  await press(toggle())
  expect(toggle().getAttribute('aria-checked')).toBe('true')
  expect(localStorage.getItem('trade-sound')).toBe('on')
  await waitFor(() => expect(notes).toBe(2))
  answer({ [`GET /api/trades/${ID}`]: { ...trade, version: 2 } })
  reload()
  await waitFor(() => expect(notes).toBe(4))
  answer({ [`GET /api/trades/${ID}/messages`]: { messages: [MESSAGE], read: { buyer: 0, seller: 0 } } })
  reload()
  await waitFor(() => expect(notes).toBe(6))
})

test('of several tabs that hear of an event, the one that gets its lock plays the tone', async () => {
  localStorage.setItem('trade-sound', 'on')
  const asked: string[] = []
  const [held, free] = [null, { name: '', mode: 'exclusive' as const }]
  let lock: Lock | null = held
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({
    request: (name: string, _: object, work: (lock: Lock | null) => Promise<void>) => {
      asked.push(name)
      return work(lock)
    },
  } as unknown as LockManager)
  const { answer } = await open(WAITING)
  const message = (seq: number) => ({ messages: [{ ...MESSAGE, seq }], read: { buyer: 0, seller: 0 } })
  answer({ [`GET /api/trades/${ID}/messages`]: message(1) })
  reload()
  await waitFor(() => expect(asked).toEqual([`tone for ${ID} message 1`]))
  expect(notes).toBe(0)
  lock = free
  answer({ [`GET /api/trades/${ID}/messages`]: message(2) })
  reload()
  await waitFor(() => expect(notes).toBe(2))
  expect(asked).toHaveLength(2)
})

test.each([
  ['an own message', { sender: 'buyer' as const }],
  ['a message of the platform', { kind: 'system' as const, sender: null }],
])('%s plays nothing', async (_, changes) => {
  localStorage.setItem('trade-sound', 'on')
  const { answer } = await open(WAITING)
  answer({
    [`GET /api/trades/${ID}`]: { ...trade, ...WAITING, version: 2 },
    [`GET /api/trades/${ID}/messages`]: { messages: [{ ...MESSAGE, ...changes }], read: { buyer: 0, seller: 0 } },
  })
  reload()
  await waitFor(() => expect(text()).toContain('version 2, 1 messages'))
  expect(notes).toBe(0)
})

test('where the browser blocks sound, the page says so until a press allows it', async () => {
  localStorage.setItem('trade-sound', 'on')
  isAllowed = false
  await open(WAITING)
  await waitFor(() => expect(text()).toContain(BLOCKED))
  isAllowed = true
  window.dispatchEvent(new Event('pointerup'))
  await waitFor(() => expect(text()).not.toContain(BLOCKED))
  expect(notes).toBe(0)
})

const toggle = () => document.querySelector<HTMLElement>('[role=switch]')!

async function open(state: Partial<Trade>) {
  const opened = await openPage(Switch, {
    path: '/',
    answers: {
      [`GET /api/trades/${ID}`]: { ...trade, ...state },
      [`GET /api/trades/${ID}/messages`]: { messages: [], read: { buyer: 0, seller: 0 } },
    },
  })
  await waitFor(() => expect(text()).toContain('version 1, 0 messages'))
  return opened
}

function Switch() {
  const { data } = useTrade(ID)
  const client = useQueryClient()
  const messages = useMessages(ID).data
  useEffect(() => {
    reload = () => {
      readTradeAgain(client, ID)
      void client.invalidateQueries({ queryKey: ['messages', ID] })
    }
  }, [client])
  if (!data) return null
  return (
    <>
      <h1>
        version {data.version}, {messages?.length} messages
      </h1>
      <SoundSwitch trade={data} isMyTurn={data.turn.includes(data.role)} />
    </>
  )
}
