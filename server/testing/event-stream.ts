/** A client of the event stream, over a real connection like a browser's. */
import type { StreamEvent } from '../../domain/api/notifications/stream.ts'

type Heard = { id: string; name: string; data: any }

export type Listener = {
  status: number
  headers: Headers
  /** All events received, the hello first, without the beats. */
  heard: Heard[]
  /** How many beats were received. */
  beats: () => number
  /** Resolves once `count` events were received, or the stream ended. */
  until(count: number): Promise<void>
  /** The events without the hello. */
  events(): StreamEvent[]
  /** Resolves when the stream has ended. */
  ended: Promise<void>
  hangUp(): void
}

export async function listen(
  origin: string,
  cookie: string,
  options: { after?: number; lastEventId?: string; key?: string; helloWithinMs?: number } = {},
): Promise<Listener> {
  const line = new AbortController()
  const { helloWithinMs } = options
  const late =
    helloWithinMs === undefined ? undefined : setTimeout(() => line.abort(new Error('no hello in time')), helloWithinMs)
  const query = options.after === undefined ? '' : `?after=${options.after}`
  const response = await fetch(`${origin}/api/events${query}`, {
    headers: {
      ...(options.key === undefined ? { cookie } : { authorization: `Bearer ${options.key}` }),
      ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
    },
    signal: line.signal,
  })
  const heard: Heard[] = []
  let news = () => {}
  let beats = 0
  let isOver = false
  const ended = readAll(response, (text) => {
    const event = parse(text)
    clearTimeout(late)
    if (event?.name === 'beat') beats++
    else if (event) heard.push(event)
    news()
  }).finally(() => {
    clearTimeout(late)
    isOver = true
    news()
  })
  return {
    status: response.status,
    headers: response.headers,
    heard,
    beats: () => beats,
    async until(count) {
      while (heard.length < count && !isOver) await new Promise<void>((done) => (news = done))
    },
    events: () => heard.filter(({ name }) => name !== 'hello').map(toEvent),
    ended,
    hangUp: () => line.abort(),
  }
}

function toEvent({ name, data: { seq, ...data } }: Heard): StreamEvent {
  return { seq, kind: name as StreamEvent['kind'], data }
}

async function readAll(response: Response, onBlock: (text: string) => void): Promise<void> {
  let rest = ''
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) onBlock(block)
    }
  } catch {
    // The connection was closed: received events are kept.
  }
}

/** Null for a comment or a retry line. */
function parse(block: string): Heard | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  return data === undefined ? null : { id: field('id') ?? '', name: field('event') ?? '', data: JSON.parse(data) }
}
