/** One stream of events from the server, which ends itself when the connection is dead. */
import * as z from 'zod/mini'
import { streamEvent, streamEvents, typingSignal, type StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { GREETING_SECONDS, SILENCE_SECONDS } from '../../../domain/notifications/live.ts'
import { addressOf } from '../../client.ts'

const CHECK_MS = 1000
const EVENT_KINDS = ['trade', 'message', 'file', 'notification', 'read'] as const

const hello = z.object({ userId: z.string(), position: z.int(), reset: z.boolean() })
export type Hello = z.infer<typeof hello>

/**
 * `cut`: refused or broken. `late`: it has not begun in time, as behind a proxy that buffers. `silent`: neither an event nor a
 * beat for too long. `replaced`: the server ended it for a newer one of the user.
 */
export type StreamEnd = 'cut' | 'late' | 'silent' | 'replaced'

type Listener = {
  onHello: (hello: Hello) => void
  onEvent: (event: StreamEvent) => void
  /** The counterparty of this trade is typing. */
  onTyping: (tradeId: string) => void
  onBeat: () => void
  /** Called once, unless the stream was closed. */
  onEnd: (reason: StreamEnd) => void
}

export type EventStream = {
  /** The server has answered, and the stream has begun. */
  hasBegun: () => boolean
  /** Since something was heard, or since the request. */
  silentMs: () => number
  close: () => void
}

/** Opens a stream of the signed-in user's events after this number; undefined begins at the latest event. */
export function openEventStream(after: number | undefined, listener: Listener): EventStream {
  const source = new EventSource(addressOf(streamEvents, {}, { after }))
  let hasBegun = false
  let heardAt = Date.now()
  const timer = setInterval(check, CHECK_MS)

  function hear(name: string, then: (data: unknown) => void) {
    source.addEventListener(name, (message: MessageEvent<string>) => {
      heardAt = Date.now()
      then(JSON.parse(message.data))
    })
  }

  hear('hello', (data) => {
    hasBegun = true
    listener.onHello(z.parse(hello, data))
  })
  for (const kind of EVENT_KINDS) {
    hear(kind, (data) => listener.onEvent(z.parse(streamEvent, { seq: (data as { seq: number }).seq, kind, data })))
  }
  hear('typing', (data) => listener.onTyping(z.parse(typingSignal, data).tradeId))
  hear('beat', listener.onBeat)
  hear('replaced', () => end('replaced'))
  // The browser stops reconnecting after some answers, so the page reconnects at the first error.
  source.addEventListener('error', () => end('cut'))

  /** Of the wall clock, which runs while a device sleeps; a clock that was set back counts as silence too. */
  function silentMs() {
    return Math.abs(Date.now() - heardAt)
  }

  function check() {
    if (silentMs() > (hasBegun ? SILENCE_SECONDS : GREETING_SECONDS) * 1000) end(hasBegun ? 'silent' : 'late')
  }

  function close() {
    clearInterval(timer)
    source.close()
  }

  function end(reason: StreamEnd) {
    close()
    listener.onEnd(reason)
  }

  return { hasBegun: () => hasBegun, silentMs, close }
}
