/** One person's open event stream: server-sent events, each once and in order, however it is woken. */
import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { StreamEvent } from '../../domain/api.ts'
import { EVENTS_A_READ } from './queries.ts'
import type { Start } from './queries.ts'

/** How long a browser waits before it connects again; spread, so that not all come back at once. */
const RETRY_MS = { min: 500, spread: 1000 }
/** A client that takes nothing for so long is gone. Until then it is sent nothing more, so little piles up for it. */
const STALLED_MS = 20_000
const END_MS = 1000

export type Stream = {
  /** The number of the last event that was written. */
  position(): number
  /** Reads and writes whatever is new. Calls while it is at it lead to one more look. */
  wake(): void
  /** A sign of life, for proxies and for noticing who is gone. */
  beat(): void
  end(): void
}

/** `readAfter` gives the next events after a position, oldest first. It may fail: the next waking tries again. */
export function openStream(
  out: ServerResponse,
  { position, reset }: Start,
  readAfter: (position: number) => Promise<StreamEvent[]>,
): Stream {
  let isReading = false
  let isWoken = false

  function wake(): void {
    isWoken = true
    if (!isReading) void readOn()
  }

  async function readOn(): Promise<void> {
    isReading = true
    while (isWoken && !out.writableEnded && !out.destroyed) {
      isWoken = false
      const events = await readAfter(position).catch(() => [])
      await write(events)
      if (events.length === EVENTS_A_READ) isWoken = true
    }
    isReading = false
  }

  async function write(events: readonly StreamEvent[]): Promise<void> {
    for (const event of events) {
      if (out.writableEnded || out.destroyed) return
      // Events in between were forgotten while the client was slow: it connects again and is told to reset.
      if (event.seq !== position + 1) return end()
      position = event.seq
      if (!out.write(eventText(event.seq, event.kind, { seq: event.seq, ...event.data }))) await drained(out)
    }
  }

  function beat(): void {
    if (!out.writableNeedDrain && !out.writableEnded) out.write(':\n\n')
  }

  function end(): void {
    out.end()
    setTimeout(() => out.destroy(), END_MS).unref()
  }

  // The hello carries the position as its id, so that who loses the line before the first event starts here again.
  const retry = RETRY_MS.min + randomInt(RETRY_MS.spread)
  out.write(`retry: ${retry}\n\n${eventText(position, 'hello', { position, reset })}`)
  return { position: () => position, wake, beat, end }
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
