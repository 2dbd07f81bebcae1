/** The open streams of this process: their number, their end, and the polling that covers lost notifications. */
import type { ServerResponse } from 'node:http'
import { DomainError } from '../../../domain/errors.ts'
import { BEAT_SECONDS } from '../../../domain/notifications/live.ts'
import type { Context } from '../../context.ts'
import { asSystem, asViewer } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { createRetryWarnings } from '../../log.ts'
import { listEventsAfter, listValidTokens, listPositions } from './queries.ts'
import type { Start } from './queries.ts'
import { openStream } from './stream.ts'
import type { Stream } from './stream.ts'

const TICK_MS = 1000
const TICKS_BETWEEN_BEATS = BEAT_SECONDS
/** A stream ends at most this many seconds after its session or API key, or after the role of a team member. */
const TICKS_BETWEEN_SESSION_CHECKS = 3
/** While notifications do not arrive, every tick polls; otherwise every fifth tick does, since a notification may be lost. */
const TICKS_BETWEEN_LOOKS = 5
/** Of one user, in this process. The next stream ends the oldest, so that the tab in use is the one that is live. */
export const STREAMS_PER_USER = 10
const STREAMS_MAX = 5000

type OpenStream = Stream & { userId: string; tokenHash: string }

type Streams = {
  /** Ends a stream of the user with the most if this process is full. Refuses with `busy` if no other user has two. */
  makeRoom(userId: string): void
  open(out: ServerResponse, viewer: Viewer, start: Start): void
  endAll(): void
}

export function openStreams(
  { db, live, log, metrics }: Pick<Context, 'db' | 'live' | 'log' | 'metrics'>,
  streamsMax = STREAMS_MAX,
): Streams {
  const streams = new Set<OpenStream>()
  metrics?.watchStreams(() => streams.size)
  const warn = createRetryWarnings(log)
  let ticks = 0
  let isTicking = false

  function open(out: ServerResponse, viewer: Viewer, start: Start): void {
    const stream = openStream(out, start, (position) =>
      asViewer(viewer.id, () => listEventsAfter(db, viewer.id, position)),
    )
    const opened = { ...stream, userId: viewer.id, tokenHash: viewer.tokenHash }
    const leave = live.subscribe(viewer.id, () => stream.wake())
    // An API key gets no typing signals: they are for a page that is open.
    const leaveTyping = viewer.key ? () => {} : live.subscribeToTyping(viewer.id, (tradeId) => stream.typing(tradeId))
    streams.add(opened)
    out.on('close', () => {
      leave()
      leaveTyping()
      streams.delete(opened)
    })
    for (const oldest of streamsOf(viewer.id).slice(0, -STREAMS_PER_USER)) replace(oldest)
    stream.wake()
  }

  function streamsOf(userId: string): OpenStream[] {
    return [...streams].filter((stream) => stream.userId === userId)
  }

  function replace(stream: OpenStream): void {
    streams.delete(stream)
    stream.end('replaced')
  }

  function makeRoom(userId: string): void {
    if (streams.size < streamsMax) return
    const byUser = Map.groupBy(streams, (stream) => stream.userId)
    const [most = []] = [...byUser.values()].toSorted((a, b) => b.length - a.length)
    const own = byUser.get(userId) ?? []
    const [oldest] = own.length > 0 ? own : most.length > 1 ? most : []
    if (!oldest) throw new DomainError('busy')
    replace(oldest)
  }

  async function endRevoked(): Promise<void> {
    // A stream that is opened during the query is not among those it was asked about.
    const checked = [...streams]
    const hashes = [...new Set(checked.map((stream) => stream.tokenHash))]
    const alive = await asSystem('open streams', () => listValidTokens(db, hashes))
    for (const stream of checked) if (!alive.has(stream.tokenHash)) stream.end()
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
      warn('check streams', error, 'open streams could not be checked')
    }
    isTicking = false
  }

  const timer = setInterval(() => void tick(), TICK_MS)
  timer.unref()
  return {
    open,
    makeRoom,
    endAll() {
      clearInterval(timer)
      for (const stream of streams) stream.end()
    },
  }
}
