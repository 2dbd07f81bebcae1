/** The connection of one tab to the server: a stream, and polls while there is none. */
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { CHAT_POLL_SECONDS } from '../../../domain/chat/chat.ts'
import { BEAT_SECONDS } from '../../../domain/notifications/live.ts'
import { ApiError } from '../../client.ts'
import { openEventStream, type EventStream, type Hello, type StreamEnd } from './event-stream.ts'
import { openPolls, type Answer } from './polls.ts'
import type { Start } from './ordered-events.ts'
import type { StreamState } from './stream-context.ts'

const RETRY_FIRST_MS = 1000
/** Short, because the page polls every 3 s meanwhile: an attempt to return to the stream costs no more than that. */
const RETRY_LAST_MS = 5000
/** After the server ended this stream for another one: to reconnect sooner would end the stream of a third. */
const RETRY_REPLACED_MS = 5 * 60_000
/** While the browser shows no page of the site, a few polls keep the mark of the tab and the sounds. */
const REST_POLL_SECONDS = 30
/** A connection on which something was heard this recently needs no check. */
const FRESH_MS = 3000
/** A beat is overdue. */
const OVERDUE_MS = (BEAT_SECONDS + 5) * 1000

export type ConnectionListener = {
  /** Whose events are wanted: the browser may have signed in as another user since. */
  userId: string
  position: () => number | undefined
  onStart: (start: Start) => void
  onEvent: (event: StreamEvent) => void
  onTyping: (tradeId: string) => void
  /** The session has ended, or is another user's. */
  onSignedOut: () => void
  /** Called at each sign of life, whether or not the state has changed. */
  onState: (state: StreamState) => void
}

export type Connection = {
  /** The user looks at the page: finds out immediately whether the stream still works. */
  check: () => void
  /** The browser shows no page of the site: ends the stream, and polls every 30 s until the next check. */
  rest: () => void
  /** The browser has lost its network. */
  goOffline: () => void
  close: () => void
}

/**
 * Events arrive by the stream. When it is down they are polled every 3 s, and the stream is tried again after 1 s, 2 s, 4 s and
 * then every 5 s. Both continue from the last number seen. `state` is what the page says before anything is known.
 */
export function openConnection(listener: ConnectionListener, state: StreamState): Connection {
  let stream: EventStream | undefined
  let retryMs = RETRY_FIRST_MS
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let isResting = false
  let isReplaced = false
  let isSignedOut = false
  const polls = openPolls({ position: listener.position, onAnswer: answered, onFailure: failed })

  function connect() {
    clearTimeout(retryTimer)
    isReplaced = false
    stream?.close()
    stream = openEventStream(listener.position(), {
      onHello: begun,
      onEvent: listener.onEvent,
      onTyping: listener.onTyping,
      onBeat: () => report('live'),
      onEnd: ended,
    })
  }

  function begun(hello: Hello) {
    if (hello.userId !== listener.userId) return endSession()
    isSignedOut = false
    retryMs = RETRY_FIRST_MS
    polls.stop()
    listener.onStart(hello)
    report('live')
  }

  function ended(reason: StreamEnd) {
    stream = undefined
    if (reason === 'silent') return renew()
    isReplaced = reason === 'replaced'
    report(state === 'offline' ? 'offline' : 'polling')
    // The listener may have ended the connection.
    if (isResting) return
    retry(isReplaced ? RETRY_REPLACED_MS : retryMs)
    retryMs = Math.min(retryMs * 2, RETRY_LAST_MS)
    poll()
  }

  /** Some earlier, some later, so that the pages of many users do not return together after a restart. */
  function retry(ms: number) {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(connect, ms * (1 - Math.random() / 2))
  }

  function poll() {
    if (polls.isRunning()) return
    polls.start(CHAT_POLL_SECONDS)
    polls.ask()
  }

  /** The stream may be dead: polls immediately, and opens another one. What the page says changes when either is known. */
  function renew() {
    connect()
    poll()
  }

  function answered(answer: Answer, wasStuck: boolean) {
    if (answer.userId !== listener.userId) return endSession()
    const isBack = isSignedOut
    isSignedOut = false
    const isNews = answer.events.some(({ seq }) => seq > (listener.position() ?? seq))
    listener.onStart(answer)
    for (const event of answer.events) listener.onEvent(event)
    // An answer that a new cookie had overtaken was no sign-out.
    if (isBack) return check()
    if (isResting) return report('connecting')
    if (stream?.hasBegun()) {
      // The stream should have brought this before.
      if (isNews) connect()
      return
    }
    const isPathBack = wasStuck || state === 'offline'
    if (isPathBack && !isReplaced) connect()
    report(state === 'offline' ? 'polling' : state)
  }

  function failed(error: unknown) {
    if (error instanceof ApiError && error.code === 'signed_out') return endSession()
    // A refusal is an answer.
    if (error instanceof ApiError && error.isDefinite) return report(state)
    if (isResting || !stream?.hasBegun()) return report('offline')
    renew()
  }

  /** Pages learn from their own requests that the user is signed out. */
  function endSession() {
    if (!isSignedOut) listener.onSignedOut()
    isSignedOut = true
    if (isResting) report('connecting')
    else rest()
  }

  function report(next: StreamState) {
    state = next
    listener.onState(next)
  }

  function check() {
    const wasResting = isResting
    isResting = false
    if (wasResting) polls.stop()
    const hasBegun = stream?.hasBegun() ?? false
    if (!stream || stream.silentMs() > (hasBegun ? OVERDUE_MS : FRESH_MS)) return renew()
    if (hasBegun && stream.silentMs() > FRESH_MS && !polls.isAsking()) polls.ask()
  }

  function rest() {
    if (isResting) return
    close()
    isResting = true
    polls.start(REST_POLL_SECONDS)
    report('connecting')
  }

  function goOffline() {
    if (isResting) return
    close()
    report('offline')
    retry(retryMs)
    polls.start(CHAT_POLL_SECONDS)
  }

  function close() {
    clearTimeout(retryTimer)
    stream?.close()
    stream = undefined
    polls.stop()
  }

  if (state === 'polling' || state === 'offline') renew()
  else connect()
  return { check, rest, goOffline, close }
}
