/**
 * Makes a picture safe to show: decoded, rotated upright, scaled, and encoded again as WebP. Nothing of the
 * uploaded file is kept, so no metadata or hidden content survives (decisions: Interface).
 */
import type { ResizeOptions } from 'sharp'
import { DomainError } from '../../../domain/errors.ts'
import { startDecoder } from './decoder.ts'
import type { Picture, PictureJob } from './decoder.ts'

export type { Picture } from './decoder.ts'

/** One picture is decoded at a time; this many may wait, of different users, and the next is refused with `busy`. */
const QUEUE_MAX = 24

const decoder = startDecoder()
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Encodes a file again at the requested size. Refuses with `image_unreadable` a file that is not a whole JPEG, PNG or WebP of
 * at most `IMAGE_MAX_PIXELS`, or with `busy`. Call it within `inPictureTurn`.
 */
export function drawPicture(file: Buffer, size: ResizeOptions, { needsFingerprints = false } = {}): Promise<Picture> {
  if (waiting > QUEUE_MAX) return Promise.reject(new DomainError('busy'))
  waiting++
  const drawn = last.then(() => redraw({ file, size, needsFingerprints })).finally(() => waiting--)
  last = drawn.catch(() => {})
  return drawn
}

async function redraw(job: PictureJob): Promise<Picture> {
  const picture = await decoder.decode(job)
  if (!picture) throw new DomainError('image_unreadable', { field: 'image' })
  return picture
}
