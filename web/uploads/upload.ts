import type { Answered, Endpoint } from '../../domain/api/endpoint.ts'
import { addressOf, ApiError, ownHeaders } from '../client.ts'

type Upload = {
  params?: Record<string, string>
  form: FormData
  idempotencyKey: string
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  /** Ends the upload; the promise rejects with its reason. */
  signal?: AbortSignal
}

/** Sends a form with a file and reports progress, which `fetch` cannot. Throws ApiError. */
export async function upload<E extends Endpoint>(endpoint: E, sending: Upload): Promise<Answered<E>> {
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

function post(
  endpoint: Endpoint,
  { params, form, idempotencyKey, onProgress, signal }: Upload,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint, params))
    for (const [name, value] of Object.entries({ ...ownHeaders(), 'Idempotency-Key': idempotencyKey }))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new ApiError(0, { code: 'unreachable' })))
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
