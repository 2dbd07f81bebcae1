import * as z from 'zod/mini'
import {
  listEvents,
  streamEvent,
  streamEvents,
  typingSignal,
  type StreamEvent,
} from '../../../domain/api/notifications/stream.ts'
import { CHAT_POLL_SECONDS } from '../../../domain/chat/chat.ts'
import { addressOf, ApiError, call } from '../../client.ts'

/** `polling`: the stream is down, and events are requested every 3 seconds. */
export type StreamState = 'connecting' | 'live' | 'polling'

type Listener = {
  /** Each event once, in the order of its number. */
  onEvent: (event: StreamEvent) => void
  /** The counterparty of this trade is typing. A poll does not return such signals. */
  onTyping: (tradeId: string) => void
  /** Events may have been missed: reload everything. */
  onReset: () => void
  onState: (state: StreamState) => void
}

const RETRY_FIRST_MS = 1000
const RETRY_LAST_MS = 30_000
/** After the server ended this tab’s stream for another tab: to reconnect sooner would end the stream of a third. */
const RETRY_REPLACED_MS = 5 * 60_000

const hello = z.object({ position: z.int(), reset: z.boolean() })

/**
 * Follows the signed-in user's events until the returned function is called. Events arrive by the stream; while it is
 * down they are polled every 3 s, and the stream is retried after 1 s, 2 s, 4 s, up to 30 s. Both continue from the last
 * number seen, so that no event is missed or delivered twice (decisions: Interface).
 */
export function followEvents(listener: Listener): () => void {
  const events = inOrder(listener)
  let source: EventSource | undefined
  let retryMs = RETRY_FIRST_MS
  let isStopped = false
  let isReplaced = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setTimeout> | undefined

  function connect() {
    clearTimeout(retryTimer)
    isReplaced = false
    source?.close()
    source = new EventSource(addressOf(streamEvents, {}, { after: events.position() }))
    source.addEventListener('hello', (message: MessageEvent<string>) => greeted(message.data))
    for (const kind of ['trade', 'message', 'file', 'notification', 'read'] as const) {
      source.addEventListener(kind, (message: MessageEvent<string>) => heard(kind, message.data))
    }
    source.addEventListener('typing', (message: MessageEvent<string>) => {
      listener.onTyping(z.parse(typingSignal, JSON.parse(message.data)).tradeId)
    })
    source.addEventListener('replaced', replaced)
    source.addEventListener('error', lost)
  }

  function greeted(text: string) {
    const { position: start, reset } = z.parse(hello, JSON.parse(text))
    clearTimeout(pollTimer)
    retryMs = RETRY_FIRST_MS
    // At the first hello event, pages may have loaded their data before the stream began.
    if (reset || events.position() === undefined) events.startOver(start)
    listener.onState('live')
  }

  function heard(kind: StreamEvent['kind'], text: string) {
    const data = JSON.parse(text) as { seq: number }
    events.take(z.parse(streamEvent, { seq: data.seq, kind, data }))
  }

  /** The browser stops reconnecting after some answers, so this code reconnects at the first error. */
  function lost() {
    source?.close()
    clearTimeout(retryTimer)
    if (isStopped) return
    listener.onState('polling')
    retryTimer = setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, RETRY_LAST_MS)
    schedulePoll()
  }

  /** The server ended this stream for a newer one of the same user: this tab polls until it is looked at again. */
  function replaced() {
    lost()
    clearTimeout(retryTimer)
    isReplaced = true
    retryTimer = setTimeout(connect, RETRY_REPLACED_MS)
  }

  function onVisibilityChange() {
    if (isReplaced && document.visibilityState === 'visible') connect()
  }

  function schedulePoll() {
    clearTimeout(pollTimer)
    if (!isStopped) pollTimer = setTimeout(() => void poll(), CHAT_POLL_SECONDS * 1000)
  }

  async function poll() {
    try {
      const answer = await call(listEvents, { query: { after: events.position() } })
      if (isStopped || source?.readyState === EventSource.OPEN) return
      if (answer.reset || events.position() === undefined) events.startOver(answer.position)
      for (const event of answer.events) events.take(event)
    } catch (error) {
      // Signed out: pages find out from their own requests.
      if (error instanceof ApiError && error.code === 'signed_out') listener.onReset()
    }
    if (source?.readyState !== EventSource.OPEN) schedulePoll()
  }

  /** An open stream would keep the browser from showing this page again as it was. */
  function pause() {
    source?.close()
    clearTimeout(retryTimer)
    clearTimeout(pollTimer)
  }

  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) connect()
  }

  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('online', connect, { signal })
  window.addEventListener('offline', lost, { signal })
  window.addEventListener('pagehide', pause, { signal })
  window.addEventListener('pageshow', onPageShow, { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  connect()
  return () => {
    isStopped = true
    listening.abort()
    pause()
  }
}

/** Passes each event on once, by the number of the last one, whether the stream or a poll brings it. */
function inOrder({ onEvent, onReset }: Pick<Listener, 'onEvent' | 'onReset'>) {
  let position: number | undefined
  return {
    position: () => position,
    startOver(at: number) {
      position = at
      onReset()
    },
    /** A known number is dropped; a gap means that events were missed. */
    take(event: StreamEvent) {
      if (position !== undefined && event.seq <= position) return
      const isNext = position !== undefined && event.seq === position + 1
      position = event.seq
      onEvent(event)
      if (!isNext) onReset()
    },
  }
}
