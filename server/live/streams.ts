/** The open streams of this process: their number, their end, and the polling that covers lost notifications. */
import type { ServerResponse } from 'node:http'
import { DomainError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { listEventsAfter, listOpenSessionTokens, listPositions } from './queries.ts'
import type { Start } from './queries.ts'
import { openStream } from './stream.ts'
import type { Stream } from './stream.ts'

const TICK_MS = 1000
const TICKS_BETWEEN_BEATS = 20
/** A stream ends at most this many seconds after its session, or the token it was opened with. */
const TICKS_BETWEEN_SESSION_CHECKS = 3
/** While notifications do not arrive, every tick polls; otherwise every fifth tick does, since a notification may be lost. */
const TICKS_BETWEEN_LOOKS = 5
const STREAMS_PER_SESSION = 6
const STREAMS_MAX = 5000

type OpenStream = Stream & { userId: string; sessionId: string; tokenHash: string }

type Streams = {
  /** Refuses with `busy` where this process has its maximum of streams. */
  assertNotFull(): void
  open(out: ServerResponse, viewer: Viewer, start: Start): void
  endAll(): void
}

export function openStreams({ db, live, log }: Pick<Context, 'db' | 'live' | 'log'>): Streams {
  const streams = new Set<OpenStream>()
  let ticks = 0
  let isTicking = false

  function open(out: ServerResponse, viewer: Viewer, start: Start): void {
    const stream = openStream(out, start, (position) => listEventsAfter(db, viewer.id, position))
    const opened = { ...stream, userId: viewer.id, sessionId: viewer.sessionId, tokenHash: viewer.tokenHash }
    const leave = live.subscribe(viewer.id, () => stream.wake())
    streams.add(opened)
    out.on('close', () => {
      leave()
      streams.delete(opened)
    })
    endOldest(viewer.sessionId)
    stream.wake()
  }

  function endOldest(sessionId: string): void {
    const own = [...streams].filter((stream) => stream.sessionId === sessionId)
    for (const stream of own.slice(0, -STREAMS_PER_SESSION)) {
      streams.delete(stream)
      stream.end()
    }
  }

  async function endRevoked(): Promise<void> {
    const alive = await listOpenSessionTokens(db, [...new Set([...streams].map((stream) => stream.tokenHash))])
    for (const stream of streams) if (!alive.has(stream.tokenHash)) stream.end()
  }

  async function wakeStale(): Promise<void> {
    const positions = await listPositions(db, [...new Set([...streams].map((stream) => stream.userId))])
    for (const stream of streams) if ((positions.get(stream.userId) ?? 0) > stream.position()) stream.wake()
  }

  async function tick(): Promise<void> {
    ticks++
    if (ticks % TICKS_BETWEEN_BEATS === 0) for (const stream of streams) stream.beat()
    if (isTicking || streams.size === 0) return
    isTicking = true
    try {
      if (ticks % TICKS_BETWEEN_SESSION_CHECKS === 0) await endRevoked()
      if (!live.isListening() || ticks % TICKS_BETWEEN_LOOKS === 0) await wakeStale()
    } catch (error) {
      log.warn({ err: error }, 'open streams could not be checked')
    }
    isTicking = false
  }

  const timer = setInterval(() => void tick(), TICK_MS)
  timer.unref()
  return {
    open,
    assertNotFull() {
      if (streams.size >= STREAMS_MAX) throw new DomainError('busy')
    },
    endAll() {
      clearInterval(timer)
      for (const stream of streams) stream.end()
    },
  }
}
