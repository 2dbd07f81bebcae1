import type { TextValues } from '../texts.ts'
import { fileKind, isAnimated, PICTURE_KINDS } from './file-kinds.ts'
import { pdfDocument } from './pdf.ts'
import type { UploadErrorCode } from './upload-errors.ts'

/** A chat and a profile take an `image`; a trade takes a `file`, which may also be a PDF. */
export type UploadField = 'image' | 'file'
export type UploadRefusal = { code: UploadErrorCode; values?: TextValues }

/**
 * Why a file cannot be used, as far as its bytes say so; null otherwise. Only the server finds a damaged picture, too many pixels
 * or a PDF that needs a password. Browsers ask before they send a file, and the server asks again.
 */
export function uploadRefusal(bytes: Uint8Array, field: UploadField): UploadRefusal | null {
  if (bytes.length === 0) return { code: 'file_empty' }
  const kind = fileKind(bytes)
  if (kind === 'PDF' && field === 'file') return pdfDocument(bytes) ? null : { code: 'pdf_incomplete' }
  if (kind === null || kind === 'PDF') return { code: `${field}_unreadable` }
  if (kind === 'HEIC') return { code: 'picture_heic' }
  if (!PICTURE_KINDS.includes(kind)) return { code: 'picture_format', values: { format: kind } }
  return isAnimated(bytes) ? { code: 'picture_animated' } : null
}
