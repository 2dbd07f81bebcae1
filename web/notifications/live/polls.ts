/** Requests for the events after the last one known, for a tab that has no stream. */
import type * as z from 'zod/mini'
import { listEvents } from '../../../domain/api/notifications/stream.ts'
import { CHAT_POLL_SECONDS } from '../../../domain/chat/chat.ts'
import { LISTED } from '../../../domain/limits.ts'
import { call } from '../../client.ts'

/** A request that gets no answer is ended after three turns: with the stream, four of a browser's six connections at most. */
const ANSWER_MS = 3 * CHAT_POLL_SECONDS * 1000

export type Answer = z.infer<typeof listEvents.response>

type Listener = {
  position: () => number | undefined
  /** `wasStuck`: an earlier request has had no answer, so the path was interrupted and works again. */
  onAnswer: (answer: Answer, wasStuck: boolean) => void
  onFailure: (error: unknown) => void
}

export type Polls = {
  /** Asks now. */
  ask: () => void
  /** Asks again and again, until `stop`; the first time after one turn. Nothing changes if it does already. */
  start: (seconds: number) => void
  isRunning: () => boolean
  isAsking: () => boolean
  stop: () => void
}

export function openPolls({ position, onAnswer, onFailure }: Listener): Polls {
  const asking = new Set<AbortController>()
  let timer: ReturnType<typeof setInterval> | undefined

  /** The next request does not wait for this one, which may never be answered. */
  async function ask() {
    const request = new AbortController()
    asking.add(request)
    const limit = setTimeout(() => request.abort(), ANSWER_MS)
    try {
      const answer = await call(listEvents, { query: { after: position() } }, { signal: request.signal })
      if (!asking.has(request)) return
      const [oldest] = asking
      // What the others would answer is older, or the same.
      abandonAll()
      onAnswer(answer, oldest !== request)
      if (answer.events.length === LISTED.events) void ask()
    } catch (error) {
      if (asking.delete(request)) onFailure(error)
    } finally {
      clearTimeout(limit)
    }
  }

  function abandonAll() {
    const abandoned = [...asking]
    asking.clear()
    for (const request of abandoned) request.abort()
  }

  return {
    ask: () => void ask(),
    start(seconds) {
      timer ??= setInterval(() => void ask(), seconds * 1000)
    },
    isRunning: () => timer !== undefined,
    isAsking: () => asking.size > 0,
    stop() {
      clearInterval(timer)
      timer = undefined
      abandonAll()
    },
  }
}
