/** One call: its attempts, the waits between them, and its answer. */
import { NoAnswerError, SarrafError } from './errors.ts'
import { waitFor } from './wait.ts'

const FIRST_WAIT_MS = 500

export type Settings = {
  origin: string
  key: string | undefined
  fetch: typeof fetch
  attempts: number
  longestWaitMs: number
}

export type Request = {
  method: string
  address: string
  body?: string | FormData
  /** Present where the server acts once for each key. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Sends a request until it is answered. Another attempt follows where no answer arrived or the server asks to come back, if
 * the call is a read or has an Idempotency-Key, which stays the same: the server acts once.
 */
export async function send(settings: Settings, request: Request): Promise<Response> {
  const isRepeatable = request.method === 'GET' || request.idempotencyKey !== undefined
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= settings.attempts
    let refusal: SarrafError
    try {
      const response = await attemptOnce(settings, request)
      if (response.ok) return response
      refusal = await refusalOf(response)
    } catch (error) {
      request.signal?.throwIfAborted()
      if (isLast || !isRepeatable) throw new NoAnswerError(error, request.idempotencyKey)
      await waitFor(backOff(settings, attempt), request.signal)
      continue
    }
    const wait = waitAfter(settings, refusal, attempt)
    if (isLast || wait === null || !(isRepeatable || refusal.status === 429)) throw refusal
    await waitFor(wait, request.signal)
  }
}

async function attemptOnce(settings: Settings, request: Request): Promise<Response> {
  const { method, address, body, idempotencyKey, signal } = request
  const response = await settings.fetch(settings.origin + address, {
    method,
    headers: {
      ...(settings.key !== undefined && { authorization: `Bearer ${settings.key}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  // Read whole within the attempt: an answer that is cut off is no answer.
  const bytes = await response.arrayBuffer()
  return new Response(bytes, response)
}

/** How long to wait after a refusal; null where another attempt is refused too, or would wait longer than allowed. */
function waitAfter(settings: Settings, { status, retryAfterSeconds }: SarrafError, attempt: number): number | null {
  if (status === 429 && retryAfterSeconds === undefined) return null
  if (![429, 500, 502, 503, 504].includes(status)) return null
  if (retryAfterSeconds === undefined) return backOff(settings, attempt)
  const wait = Math.max(retryAfterSeconds * 1000, 1) + Math.random() * FIRST_WAIT_MS
  return wait <= settings.longestWaitMs ? wait : null
}

/** Doubles with each attempt; a random part keeps the clients of a restarted server apart. */
export function backOff({ longestWaitMs }: Pick<Settings, 'longestWaitMs'>, attempt: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), longestWaitMs)
}

export async function refusalOf(response: Response): Promise<SarrafError> {
  const { status, statusText, headers } = response
  const seconds = Number(headers.get('retry-after') ?? NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  const problem = (await response.json().catch(() => null)) as { code?: unknown } | null
  // A proxy between answers without a problem document.
  if (typeof problem?.code !== 'string')
    return new SarrafError({ status, code: `http_${status}`, message: statusText, requestId: '' }, retryAfter)
  return new SarrafError(problem as ConstructorParameters<typeof SarrafError>[0], retryAfter)
}
