/**
 * Makes a picture safe to show: decoded, rotated upright, scaled, and encoded again as WebP. Nothing of the
 * uploaded file is kept, so no metadata or hidden content survives (decisions: Interface).
 */
import sharp from 'sharp'
import type { ResizeOptions } from 'sharp'
import { IMAGE_MAX_PIXELS } from '../../domain/pictures.ts'
import { DomainError } from '../../domain/errors.ts'

const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp'])
const QUALITY = 82
const SECONDS_MAX = 10
/** One picture is processed at a time; this many may wait, and the next is refused with `busy`. */
const QUEUE_MAX = 8

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

/** Sides in pixels; `bytes` is WebP. */
export type Picture = { bytes: Buffer; width: number; height: number }

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Encodes a file again at the requested size. Refuses with `image_unreadable` a file that is not a whole JPEG, PNG or WebP of
 * at most `IMAGE_MAX_PIXELS`, or with `busy`.
 */
export function drawPicture(file: Buffer, size: ResizeOptions): Promise<Picture> {
  if (waiting > QUEUE_MAX) return Promise.reject(new DomainError('busy'))
  waiting++
  const drawn = last.then(() => redraw(file, size)).finally(() => waiting--)
  last = drawn.catch(() => {})
  return drawn
}

async function redraw(file: Buffer, size: ResizeOptions): Promise<Picture> {
  try {
    const input = sharp(file, { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, animated: false })
    const { format } = await input.metadata()
    if (!FORMATS.has(format)) throw new Error(`a picture of the format ${format}`)
    const { data, info } = await input
      .autoOrient()
      .resize(size)
      .webp({ quality: QUALITY })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    throw new DomainError('image_unreadable', { field: 'image' })
  }
}
