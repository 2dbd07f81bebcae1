/** The event stream as an async iterator (server-sent events), which reconnects and resumes after the last event. */
import type { StreamEvent } from './types.ts'
import { SarrafError } from './errors.ts'
import { backOff, refusalOf, send } from './request.ts'
import type { Settings } from './request.ts'
import { waitFor } from './wait.ts'

/** The server writes `beat` every twenty seconds; a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000
const POLL_MS = 3000

/**
 * `reset`: read everything. It is the first event where no `after` is given, and comes again where events are missing, because
 * the server keeps them for a limited time. What happens from then on is in the stream.
 */
export type ReceivedEvent = StreamEvent | { kind: 'reset'; seq: number }
export type EventOptions = {
  /** The `seq` of the last event that the program has handled. Left out: the stream begins with what happens next. */
  after?: number
  /** Ends the iteration. */
  signal?: AbortSignal
}

type Position = { seq: number | null }
type Block = { name: string; data: string }

/** Ends when the signal is aborted. Throws where the server refuses the key, so that a removed key is noticed. */
export async function* streamOf(
  settings: Settings,
  { after, signal }: EventOptions,
): AsyncGenerator<ReceivedEvent, void, void> {
  const position: Position = { seq: after ?? null }
  let failures = 0
  let isReplaced = false
  while (!signal?.aborted) {
    try {
      const source = isReplaced ? polled(settings, position, signal) : streamed(settings, position, signal)
      for await (const event of source) {
        failures = 0
        if (event === 'replaced') isReplaced = true
        else yield event
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof SarrafError && error.status < 500 && error.status !== 429) throw error
      failures++
      const asked = error instanceof SarrafError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
      await pause(Math.max(asked, backOff(settings, failures)), signal)
      continue
    }
    // A stream that ended by itself, for example because the server restarts.
    await pause(isReplaced ? POLL_MS : backOff(settings, 1), signal)
  }
}

async function* streamed(
  settings: Settings,
  position: Position,
  signal: AbortSignal | undefined,
): AsyncGenerator<ReceivedEvent | 'replaced'> {
  const line = new AbortController()
  const hangUp = () => line.abort(signal?.reason)
  signal?.addEventListener('abort', hangUp, { once: true })
  try {
    const response = await settings.fetch(`${settings.origin}/api/events`, {
      headers: {
        accept: 'text/event-stream',
        ...(settings.key !== undefined && { authorization: `Bearer ${settings.key}` }),
        ...(position.seq !== null && { 'last-event-id': String(position.seq) }),
      },
      signal: line.signal,
    })
    if (!response.ok || !response.body) throw await refusalOf(response)
    for await (const { name, data } of blocksOf(response.body, () => line.abort(new Error('the stream is silent')))) {
      if (name === 'replaced') return yield 'replaced'
      if (name === 'hello') {
        yield* greeted(position, JSON.parse(data) as { position: number; reset: boolean })
        continue
      }
      const { seq, ...rest } = JSON.parse(data) as { seq?: number } & StreamEvent['data']
      // A signal without a number, such as `beat`, is no event.
      if (seq === undefined) continue
      // Handled already, on the connection before.
      if (position.seq !== null && seq <= position.seq) continue
      position.seq = seq
      yield { seq, kind: name as StreamEvent['kind'], data: rest }
    }
  } finally {
    signal?.removeEventListener('abort', hangUp)
    line.abort()
  }
}

function* greeted(position: Position, hello: { position: number; reset: boolean }): Generator<ReceivedEvent> {
  if (position.seq !== null && !hello.reset) return
  position.seq = hello.position
  yield { kind: 'reset', seq: hello.position }
}

/** One look at the events, for a user who has as many streams as the server allows. */
async function* polled(
  settings: Settings,
  position: Position,
  signal: AbortSignal | undefined,
): AsyncGenerator<ReceivedEvent> {
  const address = `/api/events/since${position.seq === null ? '' : `?after=${position.seq}`}`
  const response = await send(settings, { method: 'GET', address, ...(signal && { signal }) })
  const page = (await response.json()) as { events: StreamEvent[]; position: number; reset: boolean }
  yield* greeted(position, page)
  for (const event of page.events) {
    if (position.seq !== null && event.seq <= position.seq) continue
    position.seq = event.seq
    yield event
  }
}

/** The blocks of server-sent events. A block that is cut off by the end of the connection is left out. */
async function* blocksOf(body: ReadableStream<Uint8Array>, onSilence: () => void): AsyncGenerator<Block> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (;;) {
    const timer = setTimeout(onSilence, SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield { name: /^event: (.*)$/m.exec(block)?.[1] ?? 'message', data }
    }
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await waitFor(ms, signal).catch(() => {})
}
