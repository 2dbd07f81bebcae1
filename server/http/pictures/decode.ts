/**
 * A process that decodes pictures, one at a time, with nothing of the server in it: a flaw in a decoder reaches no
 * database and no secret, and a picture that takes too much memory or processor time ends this process only.
 */
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { IMAGE_MAX_PIXELS, STORED_BYTES_MAX, storedSize } from '../../../domain/pictures.ts'
import type { Picture, PictureFailure, PictureJob } from './decoder.ts'
import { fingerprintsOf, GREY_SIDE } from './fingerprint.ts'

const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp'])
const QUALITY = 82
/** For a picture that would be larger than a stored one may be: noise, of which nothing can be read. */
const NOISE_QUALITY = 30
/** Half the time, for one of more than 4 megapixels, and a tenth larger; of noise, half the size of what 2 makes of it. */
const LARGE_PIXELS = 4_000_000
const LARGE_EFFORT = 1
const EFFORT = 4
const MEMORY_MAX_BYTES = 640 * 1024 * 1024
const CHECK_MS = 20

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

let atStart = process.cpuUsage()
let cpuMaxMs = Infinity

process.on('message', (job: Required<PictureJob>) => {
  atStart = process.cpuUsage()
  cpuMaxMs = job.cpuMaxMs
  redraw(job).then(
    (picture) => process.send?.(picture),
    () => process.send?.({ failure: 'damaged' } satisfies PictureFailure),
  )
})
process.on('disconnect', () => process.exit())
setInterval(() => {
  const { user, system } = process.cpuUsage(atStart)
  if (process.memoryUsage.rss() > MEMORY_MAX_BYTES || user + system > cpuMaxMs * 1000) process.exit(1)
}, CHECK_MS)

async function redraw({
  file,
  shape,
  needsFingerprints,
}: Required<PictureJob>): Promise<Picture | PictureFailure | null> {
  // Reads the header only.
  const { format, autoOrient: size } = await sharp(file, { limitInputPixels: false }).metadata()
  if (!FORMATS.has(format)) throw new Error(`a picture of the format ${format}`)
  if (size.width * size.height > IMAGE_MAX_PIXELS) return { failure: 'too_many_pixels', size }
  const input = sharp(file, { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, animated: false }).autoOrient()
  const { width, height } = shape === 'whole' ? storedSize(size) : { width: shape.square, height: shape.square }
  const resized = input.resize({ width, height, fit: shape === 'whole' ? 'fill' : 'cover', position: 'centre' })
  const encoded = await encode(resized, width * height > LARGE_PIXELS ? LARGE_EFFORT : EFFORT)
  if (!encoded) return null
  const { data, info } = encoded
  const fingerprints = needsFingerprints ? fingerprintsOf(await greyOf(data)) : []
  return { bytes: data, width: info.width, height: info.height, fingerprints }
}

/** Null for a picture that is too large nevertheless. */
async function encode(picture: Sharp, effort: number) {
  const encoded = await picture.webp({ quality: QUALITY, effort }).toBuffer({ resolveWithObject: true })
  if (encoded.data.length <= STORED_BYTES_MAX) return encoded
  const smaller = await picture.webp({ quality: NOISE_QUALITY, effort }).toBuffer({ resolveWithObject: true })
  return smaller.data.length <= STORED_BYTES_MAX ? smaller : null
}

/** Of the re-encoded picture, which is smaller than the file. */
function greyOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(GREY_SIDE, GREY_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer()
}
