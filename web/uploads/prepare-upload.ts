import { i18n } from '@lingui/core'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { FILE_MAX_BYTES } from '../../domain/trades/evidence.ts'
import { fileKind } from '../../domain/uploads/file-kinds.ts'
import { UPLOAD_ERRORS, type UploadErrorCode } from '../../domain/uploads/upload-errors.ts'
import { uploadRefusal, type UploadField } from '../../domain/uploads/upload-refusal.ts'
import type { TextValues } from '../../domain/texts.ts'
import { ApiError } from '../client.ts'
import { scalePicture, type ScaledPicture } from './scale-picture.ts'

const MAX_BYTES: Readonly<Record<UploadField, number>> = { image: IMAGE_MAX_BYTES, file: FILE_MAX_BYTES }

/**
 * Checks a file by its bytes and scales a picture down, before anything is sent. Throws an ApiError with the code and the text of
 * the server's refusal; the server checks again.
 */
export async function prepareUpload(file: File, field: UploadField): Promise<ScaledPicture> {
  const bytes = new Uint8Array(await file.slice(0, MAX_BYTES[field]).arrayBuffer())
  const kind = fileKind(bytes)
  if (kind === 'PDF' && field === 'file') assertSize(file, field)
  const refusal = uploadRefusal(bytes, field)
  if (refusal) throw refusalOf(refusal.code, refusal.values)
  if (kind === 'PDF') return { file, scaling: null }
  const scaled = await scalePicture(file)
  assertSize(scaled.file, field)
  return scaled
}

function assertSize({ size }: File, field: UploadField): void {
  if (size > MAX_BYTES[field]) throw refusalOf(`${field}_too_large`)
}

function refusalOf(code: UploadErrorCode, values?: TextValues): ApiError {
  return new ApiError(400, { code, message: i18n._(UPLOAD_ERRORS[code].text, values) })
}
