import type { Answered, Endpoint } from '../../domain/api/endpoint.ts'
import { addressOf, ApiError, ownHeaders } from '../client.ts'

export type Sending = {
  params?: Record<string, string> | undefined
  /** A blob is sent as its type says. */
  body: FormData | Blob
  headers?: Record<string, string>
  /** Called with the share of the body that was sent, from 0 to 1. */
  onShare?: (share: number) => void
  /** Without progress or an answer for this long the connection counts as lost: it can end without a sign. */
  silentMs?: number
  /** Ends the request; the promise rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** Sends one request and reports its progress, which `fetch` cannot. Throws ApiError. */
export async function sendRequest<E extends Endpoint>(endpoint: E, sending: Sending): Promise<Answered<E>> {
  const [{ status, text }, { readAnswer, readProblem }] = await Promise.all([
    post(endpoint, sending),
    import('../contract.ts'),
  ])
  const json = parsed(text)
  if (status >= 300) throw new ApiError(status, (await readProblem(json)) ?? { code: 'unexpected_answer' })
  const answer = readAnswer(endpoint, json)
  if (!answer) throw new ApiError(502, { code: 'unexpected_answer' })
  return answer.data as Answered<E>
}

async function post(
  endpoint: Endpoint,
  { params, body, headers, onShare, silentMs, signal }: Sending,
): Promise<{ status: number; text: string }> {
  signal?.throwIfAborted()
  const request = new XMLHttpRequest()
  const answer = Promise.withResolvers<{ status: number; text: string }>()
  const end = (reason: unknown) => {
    request.abort()
    answer.reject(reason)
  }
  const silence = createTimer(silentMs, () => end(unreachable()))
  const cancel = () => end(signal?.reason)
  request.open(endpoint.method, addressOf(endpoint, params))
  for (const [name, value] of Object.entries({ ...ownHeaders(), ...headers })) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    silence.restart()
    onShare?.(total > 0 ? loaded / total : 0)
  })
  request.addEventListener('load', () => answer.resolve({ status: request.status, text: request.responseText }))
  request.addEventListener('error', () => answer.reject(unreachable()))
  signal?.addEventListener('abort', cancel)
  request.send(body)
  try {
    return await answer.promise
  } finally {
    silence.stop()
    signal?.removeEventListener('abort', cancel)
  }
}

function unreachable(): ApiError {
  return new ApiError(0, { code: 'unreachable' })
}

/** Calls `expire` once unless it is restarted within this time; never where there is no time. */
function createTimer(ms: number | undefined, expire: () => void) {
  const start = () => (ms === undefined ? undefined : setTimeout(expire, ms))
  let timer = start()
  const stop = () => clearTimeout(timer)
  const restart = () => {
    stop()
    timer = start()
  }
  return { restart, stop }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
