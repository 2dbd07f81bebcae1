/**
 * Makes a picture safe to show: decoded, rotated upright, scaled, and encoded again as WebP. Nothing of the
 * uploaded file is kept, so no metadata or hidden content survives (decisions: Interface).
 */
import { availableParallelism } from 'node:os'
import { DomainError } from '../../../domain/errors.ts'
import { uploadRefusal } from '../../../domain/uploads/upload-refusal.ts'
import type { UploadField } from '../../../domain/uploads/upload-refusal.ts'
import { createDecoderQueue } from './decoder-queue.ts'
import type { PictureClaim } from './decoder-queue.ts'
import { startDecoder } from './decoder.ts'
import type { Picture, PictureFailure } from './decoder.ts'
import { drawnPixels } from './drawn-pixels.ts'
import type { PictureShape } from './drawn-pixels.ts'

export type { Picture } from './decoder.ts'

/** Two pictures are decoded at a time, each by a process of its own; on one processor, one. */
const decoders = Array.from({ length: Math.min(availableParallelism(), 2) }, () => startDecoder())
/** Whose picture is decoded next, for this process. */
export const decoderQueue = createDecoderQueue({ lanes: decoders.length })

type Options = { field?: UploadField; needsFingerprints?: boolean }

/**
 * Encodes a file again. Refuses with `busy`, or with the reason why the file is not a whole JPEG, PNG or WebP of at most
 * `IMAGE_MAX_PIXELS` (`IMAGE_REFUSALS`). Call it within `inPictureTurn`, with the same claim.
 */
export async function drawPicture(
  claim: PictureClaim,
  file: Buffer,
  shape: PictureShape,
  { field = 'image', needsFingerprints = false }: Options = {},
): Promise<Picture> {
  assertUsable(file, field)
  const job = { file, shape, needsFingerprints }
  const drawn = await decoderQueue.enter(claim, drawnPixels(file, shape), (lane) => decoders[lane]!.decode(job))
  if (drawn === null) throw new DomainError('picture_too_complex', { field })
  if ('failure' in drawn) throw refusalOf(drawn, field)
  return drawn
}

/** Refuses a file that is not what the field takes, as far as its bytes say so. */
export function assertUsable(file: Buffer, field: UploadField): void {
  const refusal = uploadRefusal(file, field)
  if (refusal) throw new DomainError(refusal.code, { field, ...(refusal.values && { values: refusal.values }) })
}

function refusalOf(failed: PictureFailure, field: UploadField): DomainError {
  if (failed.failure === 'damaged') return new DomainError('picture_damaged', { field })
  return new DomainError('picture_too_many_pixels', { field, values: failed.size })
}
