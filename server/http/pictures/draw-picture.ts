/**
 * Makes a picture safe to show: decoded, rotated upright, scaled, and encoded again as WebP. Nothing of the
 * uploaded file is kept, so no metadata or hidden content survives (decisions: Interface).
 */
import { DomainError } from '../../../domain/errors.ts'
import { uploadRefusal } from '../../../domain/uploads/upload-refusal.ts'
import type { UploadField } from '../../../domain/uploads/upload-refusal.ts'
import { startDecoder } from './decoder.ts'
import type { Picture, PictureFailure, PictureJob, PictureShape } from './decoder.ts'

export type { Picture } from './decoder.ts'

/** One picture is decoded at a time; this many may wait, of different users, and the next is refused with `busy`. */
const QUEUE_MAX = 24

const decoder = startDecoder()
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

type Options = { field?: UploadField; needsFingerprints?: boolean }

/**
 * Encodes a file again. Refuses with `busy`, or with the reason why the file is not a whole JPEG, PNG or WebP of at most
 * `IMAGE_MAX_PIXELS` (`IMAGE_REFUSALS`). Call it within `inPictureTurn`.
 */
export async function drawPicture(
  file: Buffer,
  shape: PictureShape,
  { field = 'image', needsFingerprints = false }: Options = {},
): Promise<Picture> {
  assertUsable(file, field)
  const drawn = await inQueue({ file, shape, needsFingerprints })
  if (drawn === null) throw new DomainError('picture_too_complex', { field })
  if ('failure' in drawn) throw refusalOf(drawn, field)
  return drawn
}

/** Refuses a file that is not what the field takes, as far as its bytes say so. */
export function assertUsable(file: Buffer, field: UploadField): void {
  const refusal = uploadRefusal(file, field)
  if (refusal) throw new DomainError(refusal.code, { field, ...(refusal.values && { values: refusal.values }) })
}

function inQueue(job: PictureJob): Promise<Picture | PictureFailure | null> {
  if (waiting > QUEUE_MAX) return Promise.reject(new DomainError('busy'))
  waiting++
  const drawn = last.then(() => decoder.decode(job)).finally(() => waiting--)
  last = drawn.catch(() => {})
  return drawn
}

function refusalOf(failed: PictureFailure, field: UploadField): DomainError {
  if (failed.failure === 'damaged') return new DomainError('picture_damaged', { field })
  return new DomainError('picture_too_many_pixels', { field, values: failed.size })
}
