import type { Answered, Endpoint } from '../../domain/api/endpoint.ts'
import { PART_BYTES } from '../../domain/uploads/upload-parts.ts'
import { ApiError } from '../client.ts'
import { markMissing, sendParts, type Progress } from './send-parts.ts'
import { sendRequest } from './send-request.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'

export type { Progress } from './send-parts.ts'

type Upload = {
  params?: Record<string, string>
  /** The text fields of the form. */
  fields?: Record<string, string>
  file: File
  idempotencyKey: string
  onProgress: (progress: Progress) => void
  /** Ends the upload; the promise rejects with its reason. */
  signal?: AbortSignal
}

export const NOTHING_SENT: Progress = { share: 0, isWaiting: false }

/** The server decodes a picture before it answers the form. */
const SILENT_MS = 60_000
/** How often the parts that the server has lost are sent again. */
const ROUNDS_MAX = 3

/**
 * Sends a form with a file and reports progress. A file of more than one part is sent in parts first, over lost connections;
 * the same file again continues where it stopped. Throws ApiError.
 */
export async function upload<E extends Endpoint>(endpoint: E, sending: Upload): Promise<Answered<E>> {
  const { file, onProgress, signal } = sending
  if (file.size <= PART_BYTES) {
    const onShare = (share: number) => onProgress({ share, isWaiting: false })
    return sendForm(endpoint, sending, { [endpoint.upload ?? 'image']: file }, { silentMs: SILENT_MS, onShare })
  }
  const report = (isWaiting: boolean) => onProgress({ share: 1, isWaiting })
  for (let round = 1; ; round++) {
    const parts = await sendParts(file, { onProgress, signal })
    try {
      const send = (silentMs: number) => sendForm(endpoint, sending, parts, { silentMs, onShare: () => report(false) })
      return await retryUntilAnswered(send, { silentMs: SILENT_MS, onWait: () => report(true), signal })
    } catch (error) {
      const missing = missingParts(error)
      if (missing) markMissing(file, missing)
      if (!missing || round === ROUNDS_MAX) throw error
    }
  }
}

function sendForm<E extends Endpoint>(
  endpoint: E,
  { params, fields, idempotencyKey, signal }: Upload,
  fileFields: Record<string, string | File>,
  options: { onShare?: (share: number) => void; silentMs?: number },
): Promise<Answered<E>> {
  const body = new FormData()
  // The server reads the text first and then the stream of the file.
  for (const [name, value] of Object.entries({ ...fields, ...fileFields })) body.set(name, value)
  return sendRequest(endpoint, { params, body, headers: { 'Idempotency-Key': idempotencyKey }, signal, ...options })
}

/** Whether another attempt would be refused too: not where it came too soon, or where parts got lost. */
export function isFinalRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.isDefinite && error.status !== 429 && error.code !== 'upload_incomplete'
}

function missingParts(error: unknown): readonly unknown[] | null {
  if (!(error instanceof ApiError) || error.code !== 'upload_incomplete') return null
  return Array.isArray(error.details.missing) ? error.details.missing : null
}
