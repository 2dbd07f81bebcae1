import { sendPart } from '../../domain/api/uploads.ts'
import { PART_BYTES } from '../../domain/uploads/upload-parts.ts'
import { newKey } from '../client.ts'
import { sendRequest } from './send-request.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'

const SILENT_MS = 20_000

/** `share` is from 0 to 1; `isWaiting` where the connection was lost and the next attempt is due. */
export type Progress = { share: number; isWaiting: boolean }
export type PartsSending = { onProgress: (progress: Progress) => void; signal?: AbortSignal | undefined }

/** The fields of a form that names the parts of its file. */
export type SentParts = { uploadId: string; parts: string }

type Upload = { file: File; uploadId: string; sent: Set<number> }

/** Which parts of a file the server has, for the life of the page: a later attempt sends the others only. */
const uploads = new WeakMap<File, Upload>()

/** Sends the parts of a file that the server does not have, each until it is answered. Throws ApiError, or the signal's reason. */
export async function sendParts(file: File, sending: PartsSending): Promise<SentParts> {
  const upload = uploadOf(file)
  const parts = Math.ceil(file.size / PART_BYTES)
  for (let number = 0; number < parts; number++) if (!upload.sent.has(number)) await sendOne(upload, number, sending)
  sending.onProgress({ share: 1, isWaiting: false })
  return { uploadId: upload.uploadId, parts: String(parts) }
}

async function sendOne(upload: Upload, number: number, { onProgress, signal }: PartsSending): Promise<void> {
  const { file, uploadId, sent } = upload
  const body = file.slice(number * PART_BYTES, (number + 1) * PART_BYTES, 'application/octet-stream')
  const before = bytesSent(upload)
  const report = (share: number, isWaiting: boolean) =>
    onProgress({ share: (before + share * body.size) / file.size, isWaiting })
  const onShare = (share: number) => report(share, false)
  const params = { uploadId, number: String(number) }
  onShare(0)
  await retryUntilAnswered((silentMs) => sendRequest(sendPart, { params, body, onShare, silentMs, signal }), {
    silentMs: SILENT_MS,
    onWait: () => report(0, true),
    signal,
  })
  sent.add(number)
}

/** Records that the server lacks these parts: the next `sendParts` sends them again. */
export function markMissing(file: File, missing: readonly unknown[]): void {
  const { sent } = uploadOf(file)
  for (const number of missing) sent.delete(Number(number))
}

function uploadOf(file: File): Upload {
  const known = uploads.get(file)
  if (known) return known
  const upload = { file, uploadId: newKey(), sent: new Set<number>() }
  uploads.set(file, upload)
  return upload
}

function bytesSent({ file, sent }: Upload): number {
  let bytes = 0
  for (const number of sent) bytes += Math.min(PART_BYTES, file.size - number * PART_BYTES)
  return bytes
}
