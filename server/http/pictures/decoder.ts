import { fileURLToPath } from 'node:url'
import type { PictureSize } from '../../../domain/pictures.ts'
import type { Fingerprint } from './fingerprint.ts'
import { startPictureProcess } from './picture-process.ts'

const DECODE = fileURLToPath(new URL('decode.ts', import.meta.url))
/** Twice the time of 16 megapixels of noise, the slowest picture that is accepted. */
const CPU_MAX_MS = 10_000

/** The whole picture, within the bounds of a stored one, or its centre as a square with this side in pixels. */
export type PictureShape = 'whole' | { square: number }
export type PictureJob = { file: Buffer; shape: PictureShape; needsFingerprints?: boolean }
/** Sides in pixels; `bytes` is WebP. `fingerprints` is empty unless the job asks for them. */
export type Picture = { bytes: Buffer; width: number; height: number; fingerprints: Fingerprint[] }

/** `size` is what the file's header says. */
export type PictureFailure = { failure: 'damaged' } | { failure: 'too_many_pixels'; size: PictureSize }

export type Decoder = {
  /** Null if it takes more than its limits of memory, processor time and stored bytes; refuses with `busy`. One call at a time. */
  decode(job: PictureJob): Promise<Picture | PictureFailure | null>
}

/** Decodes pictures in a process of its own. */
export function startDecoder({
  script = DECODE,
  cpuMaxMs = CPU_MAX_MS,
  timeMaxMs = undefined as number | undefined,
} = {}): Decoder {
  const { run } = startPictureProcess<PictureJob, Picture | PictureFailure>(script, [String(cpuMaxMs)], timeMaxMs)
  return { decode: run }
}
