/** One user's open event stream: server-sent events, each written once and in order. */
import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { LISTED } from '../../../domain/limits.ts'
import type { Start } from './queries.ts'

/** How long a browser waits before it reconnects; random, so that reconnections are spread out. */
const RETRY_MS = { min: 500, spread: 1000 }
/** A client that reads nothing for this long is disconnected. Until then nothing more is written, so its buffer stays small. */
const STALLED_MS = 20_000
const END_MS = 1000

export type Stream = {
  /** The number of the last event that was written. */
  position(): number
  /** Reads and writes new events. A call during a read causes one more read. */
  wake(): void
  /** Writes that the counterparty of a trade is typing, unless the client is slow. */
  typing(tradeId: string): void
  /** Writes an event that says only that the stream is alive: it keeps proxies open and lets a client notice a dead connection. */
  beat(): void
  /** Ends the stream. A browser reconnects, unless an event says first that another stream has replaced this one. */
  end(reason?: 'replaced'): void
}

/** `readAfter` returns the next events after a position, oldest first. If it fails, the next wake-up tries again. */
export function openStream(
  out: ServerResponse,
  { userId, position, reset }: Start,
  readAfter: (position: number) => Promise<StreamEvent[]>,
): Stream {
  let isReading = false
  let isWoken = false

  function wake(): void {
    isWoken = true
    if (!isReading) void readAll()
  }

  async function readAll(): Promise<void> {
    isReading = true
    while (isWoken && !out.writableEnded && !out.destroyed) {
      isWoken = false
      const events = await readAfter(position).catch(() => [])
      await write(events)
      if (events.length === LISTED.events) isWoken = true
    }
    isReading = false
  }

  async function write(events: readonly StreamEvent[]): Promise<void> {
    for (const event of events) {
      if (out.writableEnded || out.destroyed) return
      // The purge deleted events while the client was slow: it reconnects and gets a reset.
      if (event.seq !== position + 1) return end()
      position = event.seq
      if (!out.write(eventText(event.seq, event.kind, { seq: event.seq, ...event.data }))) await drained(out)
    }
  }

  /** Without an id, so that the position of the client stays that of the last event. */
  function signal(name: string, data: unknown): void {
    if (!out.writableNeedDrain && !out.writableEnded) out.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  function end(reason?: 'replaced'): void {
    if (reason) signal(reason, {})
    out.end()
    setTimeout(() => out.destroy(), END_MS).unref()
  }

  // The hello event has the position as its id, so that a client that disconnects before the first event resumes here.
  const retry = RETRY_MS.min + randomInt(RETRY_MS.spread)
  out.write(`retry: ${retry}\n\n${eventText(position, 'hello', { userId, position, reset })}`)
  return {
    position: () => position,
    wake,
    typing: (tradeId) => signal('typing', { tradeId }),
    beat: () => signal('beat', {}),
    end,
  }
}

function eventText(id: number, name: string, data: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

function drained(out: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const stalled = setTimeout(() => out.destroy(), STALLED_MS)
    const finish = () => {
      clearTimeout(stalled)
      out.off('drain', finish)
      out.off('close', finish)
      done()
    }
    out.on('drain', finish)
    out.on('close', finish)
  })
}
