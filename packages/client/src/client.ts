/** A client of the API of Sarraf: one method for each operation that an API key can call, and the event stream. */
import { streamOf } from './events.ts'
import type { EventOptions, ReceivedEvent } from './events.ts'
import { OPERATIONS } from './generated.ts'
import { send } from './request.ts'
import type { Request, Settings } from './request.ts'
import type { Call, CallOptions, OperationName } from './types.ts'

export { NoAnswerError, SarrafError, isRefusal } from './errors.ts'
export { WebhookError, verifyWebhook } from './webhooks.ts'
export type { ReceivedEvent } from './events.ts'
export type { ErrorCode } from './generated.ts'
export type {
  Answer,
  CallOptions,
  Input,
  Message,
  MyOffer,
  Offer,
  OperationName,
  StreamEvent,
  Trade,
  WebhookEvent,
} from './types.ts'

export type ClientOptions = {
  /** For example `https://sarraf.example`. */
  origin: string
  /** An API key (`sarraf_…`). Without one only public operations succeed. */
  key?: string
  /** How often a call is sent at most; 6 by default. */
  attempts?: number
  /** A call whose Retry-After is longer fails instead of waiting; 60 seconds by default. */
  longestWaitMs?: number
  fetch?: typeof fetch
}

export type Client = { [Name in OperationName]: Call<Name> } & {
  /** The events of the key's user from now on, or after a sequence number: each once and in order, over reconnections. */
  events(options?: EventOptions): AsyncGenerator<ReceivedEvent, void, void>
}

export function createClient({ origin, key, ...options }: ClientOptions): Client {
  const settings: Settings = {
    origin: new URL(origin).origin,
    key,
    fetch: options.fetch ?? fetch,
    attempts: options.attempts ?? 6,
    longestWaitMs: options.longestWaitMs ?? 60_000,
  }
  const calls = Object.fromEntries(
    (Object.keys(OPERATIONS) as OperationName[]).map((name) => [
      name,
      (input: LooseInput = {}, callOptions: CallOptions = {}) => call(settings, name, input, callOptions),
    ]),
  )
  return { ...calls, events: (eventOptions) => streamOf(settings, eventOptions ?? {}) } as Client
}

type LooseInput = {
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, string | Blob>
} & Record<string, unknown>

async function call(
  settings: Settings,
  name: OperationName,
  { query, body, form, ...path }: LooseInput,
  { signal, idempotencyKey }: CallOptions,
): Promise<unknown> {
  const { method, path: template, isIdempotent, sends } = OPERATIONS[name]
  const request: Request = { method, address: addressOf(template, path, query ?? {}) }
  if (sends === 'json') request.body = JSON.stringify(body ?? {})
  if (sends === 'form') request.body = formOf(form ?? {})
  if (isIdempotent) request.idempotencyKey = idempotencyKey ?? crypto.randomUUID()
  if (signal) request.signal = signal
  const response = await send(settings, request)
  return response.headers.get('content-type')?.startsWith('application/json') ? response.json() : response.blob()
}

function addressOf(template: string, path: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (typeof value !== 'string' || value === '') throw new TypeError(`the path parameter "${name}" is missing`)
    return encodeURIComponent(value)
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? filled : `${filled}?${text}`
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  // The server reads the text fields before the file.
  const entries = Object.entries(fields).toSorted(
    ([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob),
  )
  for (const [name, value] of entries) form.append(name, value)
  return form
}
