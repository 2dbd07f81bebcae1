/** One stream for all tabs of a browser: an elected tab holds it, and feeds the others over a channel. */
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { CHAT_POLL_SECONDS } from '../../../domain/chat/chat.ts'
import { SILENCE_SECONDS } from '../../../domain/notifications/live.ts'
import { openConnection, type Connection } from './connection.ts'
import { standForElection } from './election.ts'
import { isVisible, type Feed, type Feeder } from './feed.ts'
import { openPolls } from './polls.ts'
import type { StreamState } from './stream-context.ts'

/** Tabs may run different releases: a change of a message changes the version. */
const VERSION = 1

type Message =
  /** Of a tab that opens or becomes visible. */
  | { type: 'ask'; isVisible: boolean }
  /** Of a visible tab, in answer to a leader in the background. */
  | { type: 'seen' }
  /** The others are the leader's. */
  | { type: 'event'; event: StreamEvent }
  | { type: 'typing'; tradeId: string }
  | { type: 'reset'; position: number }
  | { type: 'signed-out' }
  | { type: 'state'; state: StreamState; position: number | undefined; isVisible: boolean }

const CHECK_MS = 1000
/** A leader that does not answer within this time is frozen or suspended. */
const ANSWER_MS = 2000
/**
 * With all tabs in the background for this long, the stream rests. A user who returns sooner finds the page live, and one who does
 * not gets push notifications.
 */
const UNSEEN_MS = 5 * 60_000

export function canShareConnection(): boolean {
  return typeof BroadcastChannel !== 'undefined' && (navigator.locks as LockManager | undefined) !== undefined
}

/** Feeds the tab by the leader's connection, or leads itself. A visible tab takes over from a leader that is silent or disconnected. */
export function openSharedConnection(feed: Feed): Feeder {
  const { userId, events } = feed
  const name = `events ${VERSION} of ${userId}`
  const channel = new BroadcastChannel(name)
  /** While this tab leads. */
  let connection: Connection | undefined
  let seenAt = Date.now()
  let heardAt = Date.now()
  /** The highest number that the leader has named. */
  let known = 0
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  const silenceTimer = setInterval(checkSilence, CHECK_MS)
  const missed = openPolls({ position: events.position, onAnswer: catchUp, onFailure: () => {} })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes no other argument
  const post = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'ask' || data.type === 'seen') heardTab(data)
    else if (!connection) heardLeader(data)
  })
  const election = standForElection(name, { onElected: lead, onDeposed: stepDown })
  ask()

  function lead() {
    clearTimeout(answerTimer)
    missed.stop()
    seenAt = Date.now()
    const listener = {
      userId,
      position: events.position,
      onStart(start: { position: number; reset: boolean }) {
        events.begin(start)
        if (start.reset) post({ type: 'reset', position: start.position })
      },
      onEvent(event: StreamEvent) {
        events.take(event)
        post({ type: 'event', event })
      },
      onTyping(tradeId: string) {
        feed.onTyping(tradeId)
        post({ type: 'typing', tradeId })
      },
      onSignedOut() {
        feed.onSignedOut()
        post({ type: 'signed-out' })
      },
      onState(state: StreamState) {
        feed.onState(state)
        broadcastState()
        if (!isVisible() && Date.now() - seenAt > UNSEEN_MS) connection?.rest()
      },
    }
    connection = openConnection(listener, feed.state())
  }

  function stepDown() {
    connection?.close()
    connection = undefined
    heardAt = Date.now()
  }

  function broadcastState() {
    post({ type: 'state', state: feed.state(), position: events.position(), isVisible: isVisible() })
  }

  function heardTab(message: Extract<Message, { type: 'ask' | 'seen' }>) {
    if (!connection) return
    const wasUnseen = Date.now() - seenAt > UNSEEN_MS
    const isSeen = message.type === 'seen' || message.isVisible
    if (isSeen) seenAt = Date.now()
    if (isSeen && (message.type === 'ask' || wasUnseen)) connection.check()
    if (message.type === 'ask') broadcastState()
  }

  function heardLeader(message: Exclude<Message, { type: 'ask' | 'seen' }>) {
    heardAt = Date.now()
    clearTimeout(answerTimer)
    if (message.type === 'event') return heardEvent(message.event)
    if (message.type === 'typing') return feed.onTyping(message.tradeId)
    if (message.type === 'signed-out') return feed.onSignedOut()
    if (message.type === 'reset') {
      known = message.position
      return events.begin({ position: message.position, reset: true })
    }
    feed.onState(message.state)
    if (message.position !== undefined) {
      events.begin({ position: message.position, reset: false })
      askForMissed(message.position)
    }
    if (!isVisible() || message.isVisible) return
    // The browser slows the timers of a leader in the background.
    if (message.state === 'polling' || message.state === 'offline') takeOver()
    else post({ type: 'seen' })
  }

  function heardEvent(event: StreamEvent) {
    const position = events.position()
    // The leader's answer to this tab's question says where to begin.
    if (position === undefined) return
    if (event.seq === position + 1) events.take(event)
    askForMissed(event.seq)
  }

  /** Events that the leader had before this tab listened. */
  function askForMissed(position: number) {
    known = Math.max(known, position)
    if (known <= (events.position() ?? known) || missed.isRunning()) return
    missed.start(CHAT_POLL_SECONDS)
    missed.ask()
  }

  function catchUp(answer: { userId: string; position: number; reset: boolean; events: StreamEvent[] }) {
    if (answer.userId !== userId) return missed.stop()
    events.begin(answer)
    if (answer.reset) known = answer.position
    for (const event of answer.events) events.take(event)
    missed.stop()
    askForMissed(known)
  }

  function checkSilence() {
    if (!connection && isVisible() && Math.abs(Date.now() - heardAt) > SILENCE_SECONDS * 1000) takeOver()
  }

  function takeOver() {
    heardAt = Date.now()
    clearTimeout(answerTimer)
    election.takeOver()
  }

  /** A visible tab does not wait long for the answer. */
  function ask() {
    post({ type: 'ask', isVisible: isVisible() })
    clearTimeout(answerTimer)
    if (isVisible()) answerTimer = setTimeout(takeOver, ANSWER_MS)
  }

  return {
    wake() {
      if (connection) connection.check()
      else ask()
    },
    hide() {
      seenAt = Date.now()
    },
    goOffline() {
      connection?.goOffline()
    },
    close() {
      clearInterval(silenceTimer)
      clearTimeout(answerTimer)
      missed.stop()
      connection?.close()
      connection = undefined
      election.leave()
      channel.close()
    },
  }
}
