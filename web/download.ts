import type { Endpoint } from '../domain/api/endpoint.ts'
import { addressOf, ApiError, type CallInput } from './client.ts'

/** The file that an endpoint answers. Throws ApiError. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<NoInfer<E>>): Promise<Blob> {
  const { params, body } = input as { params?: unknown; body?: unknown }
  const response = await fetch(addressOf(endpoint, params), {
    method: endpoint.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
    credentials: 'same-origin',
  }).catch(() => null)
  if (!response) throw new ApiError(0, { code: 'unreachable' })
  if (response.ok) return response.blob()
  const { readProblem } = await import('./contract.ts')
  const json: unknown = await response.json().catch(() => undefined)
  throw new ApiError(response.status, (await readProblem(json)) ?? { code: 'unexpected_answer' })
}

/** Saves a file in the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has to read the file first.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
