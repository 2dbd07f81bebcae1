/**
 * The process that decodes pictures, one at a time, with nothing of the server in it: a flaw in a decoder reaches no
 * database and no secret, and a picture that takes too much memory or processor time ends this process only.
 */
import sharp from 'sharp'
import { IMAGE_MAX_PIXELS } from '../../../domain/pictures.ts'
import type { Picture, PictureJob } from './decoder.ts'
import { fingerprintsOf, GREY_SIDE } from './fingerprint.ts'

const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp'])
const QUALITY = 82
const MEMORY_MAX_BYTES = 640 * 1024 * 1024
const CPU_MAX_MS = Number(process.argv[2])
const CHECK_MS = 20

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

let atStart = process.cpuUsage()

process.on('message', (job: PictureJob) => {
  atStart = process.cpuUsage()
  redraw(job).then(
    (picture) => process.send?.(picture),
    () => process.send?.(null),
  )
})
process.on('disconnect', () => process.exit())
setInterval(() => {
  const { user, system } = process.cpuUsage(atStart)
  if (process.memoryUsage.rss() > MEMORY_MAX_BYTES || user + system > CPU_MAX_MS * 1000) process.exit(1)
}, CHECK_MS)

async function redraw({ file, size, needsFingerprints = false }: PictureJob): Promise<Picture> {
  const input = sharp(file, { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, animated: false })
  const { format } = await input.metadata()
  if (!FORMATS.has(format)) throw new Error(`a picture of the format ${format}`)
  const { data, info } = await input
    .autoOrient()
    .resize(size)
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  const fingerprints = needsFingerprints ? fingerprintsOf(await greyOf(data)) : []
  return { bytes: data, width: info.width, height: info.height, fingerprints }
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
