/** A server of event streams for tests of the page: EventSource and fetch are replaced, and the test decides what gets through. */
import { vi } from 'vitest'
import type { StreamEvent } from '../../domain/api/notifications/stream.ts'
import { LISTED } from '../../domain/limits.ts'
import { BEAT_SECONDS } from '../../domain/notifications/live.ts'
import { refusal } from './page.tsx'

export const USER = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
export const OTHER_USER = '11111111-2222-4333-8444-555555555555'

/** `dead`: nothing arrives and nothing is refused. `buffered`: streams say nothing, requests are answered. `refused`: both fail. */
type Path = 'open' | 'dead' | 'buffered' | 'refused'

class FakeEventSource extends EventTarget {
  isOpen = true
  /** Without the greeting, which a dead path keeps back. */
  hasBegun = false
  sent: number
  readonly after: number | undefined

  constructor(address: string, server: FakeServer) {
    super()
    const after = new URL(address, 'http://localhost').searchParams.get('after')
    this.after = after === null ? undefined : Number(after)
    this.sent = this.after ?? server.events.length
  }

  say(name: string, data: unknown): void {
    if (this.isOpen) this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }

  fail(): void {
    if (this.isOpen) this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.isOpen = false
  }
}

export class FakeServer {
  userId = USER
  path: Path = 'open'
  isSignedOut = false
  events: StreamEvent[] = []
  /** Every stream that was requested. */
  streams: FakeEventSource[] = []
  polls = 0
  /** Requests that wait for an answer. */
  waiting = 0

  /** Replaces what a browser connects with, until `vi.unstubAllGlobals`. */
  start(): this {
    const opened = (source: FakeEventSource) => this.opened(source)
    const open = (address: string) => new FakeEventSource(address, this)
    vi.stubGlobal(
      'EventSource',
      // A constructor that returns an object gives that object.
      function EventSource(address: string) {
        const source = open(address)
        opened(source)
        return source
      },
    )
    vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => this.answer(address, signal!))
    return this
  }

  openStreams(): FakeEventSource[] {
    return this.streams.filter(({ isOpen }) => isOpen)
  }

  /** Lets seconds pass, with the beats. */
  async passQuietly(seconds: number): Promise<void> {
    for (let second = 1; second <= seconds; second++) {
      await vi.advanceTimersByTimeAsync(1000)
      if (second % BEAT_SECONDS === 0) this.beat()
    }
  }

  /** Writes an event, and delivers it to the open streams immediately. */
  emit(): void {
    const seq = this.events.length + 1
    this.events.push({ seq, kind: 'message', data: { messages: [] } })
    this.flush()
  }

  /** Delivers to the open streams what they have not had, at most `most` events each. */
  flush(most = Infinity): void {
    if (this.path !== 'open') return
    for (const source of this.openStreams()) {
      if (!source.hasBegun) this.greet(source)
      const missing = this.events.slice(source.sent, source.sent + most)
      for (const { seq, kind, data } of missing) {
        source.sent = seq
        source.say(kind, { seq, ...data })
      }
    }
  }

  beat(): void {
    if (this.path === 'open') for (const source of this.openStreams()) source.say('beat', {})
  }

  /** Breaks the open streams; the page notices. */
  cut(): void {
    for (const source of this.openStreams()) source.fail()
  }

  private opened(source: FakeEventSource): void {
    this.streams.push(source)
    queueMicrotask(() => {
      if (this.path === 'refused' || this.isSignedOut) source.fail()
      else this.flush()
    })
  }

  private greet(source: FakeEventSource): void {
    source.hasBegun = true
    source.say('hello', { userId: this.userId, position: source.sent, reset: false })
  }

  private async answer(address: string, signal: AbortSignal): Promise<Response> {
    this.polls++
    if (this.path === 'refused') throw new TypeError('Failed to fetch')
    if (this.path === 'dead') await this.nothing(signal)
    if (this.isSignedOut) return refusal('signed_out')()
    const asked = new URL(address, 'http://localhost').searchParams.get('after')
    const last = this.events.length
    if (asked === null) return Response.json({ userId: this.userId, events: [], position: last, reset: false })
    const events = this.events.slice(Number(asked), Number(asked) + LISTED.events)
    const position = events.at(-1)?.seq ?? Number(asked)
    return Response.json({ userId: this.userId, events, position, reset: false })
  }

  /** Until the request is ended. */
  private nothing(signal: AbortSignal): Promise<never> {
    this.waiting++
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        this.waiting--
        reject(new DOMException('Aborted', 'AbortError'))
      })
    })
  }
}
