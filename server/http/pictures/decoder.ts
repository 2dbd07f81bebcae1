import { fileURLToPath } from 'node:url'
import type { PictureSize } from '../../../domain/pictures.ts'
import { drawnPixels, LIGHT_PIXELS } from './drawn-pixels.ts'
import type { PictureShape } from './drawn-pixels.ts'
import type { Fingerprint } from './fingerprint.ts'
import { startPictureProcess } from './picture-process.ts'

const DECODE = fileURLToPath(new URL('decode.ts', import.meta.url))
/** Twice the time of 16 megapixels of noise, the slowest picture that is accepted. */
const CPU_MAX_MS = 10_000
/** Twice the time of 6 megapixels of noise: no light picture keeps the next one waiting for 5 seconds. */
const LIGHT_CPU_MAX_MS = 3000

/** `cpuMaxMs`, of processor time, is by the pixels that are drawn unless the job says otherwise. */
export type PictureJob = { file: Buffer; shape: PictureShape; needsFingerprints?: boolean; cpuMaxMs?: number }
/** Sides in pixels; `bytes` is WebP. `fingerprints` is empty unless the job asks for them. */
export type Picture = { bytes: Buffer; width: number; height: number; fingerprints: Fingerprint[] }

/** `size` is what the file's header says. */
export type PictureFailure = { failure: 'damaged' } | { failure: 'too_many_pixels'; size: PictureSize }

export type Decoder = {
  /** Null if it takes more than its limits of memory, processor time and stored bytes; refuses with `busy`. One call at a time. */
  decode(job: PictureJob): Promise<Picture | PictureFailure | null>
}

/** Decodes pictures in a process of its own. */
export function startDecoder({ script = DECODE, timeMaxMs = undefined as number | undefined } = {}): Decoder {
  const { run } = startPictureProcess<Required<PictureJob>, Picture | PictureFailure>(script, [], timeMaxMs)
  return { decode: (job) => run({ needsFingerprints: false, cpuMaxMs: cpuMaxMsOf(job), ...job }) }
}

function cpuMaxMsOf({ file, shape }: PictureJob): number {
  return drawnPixels(file, shape) <= LIGHT_PIXELS ? LIGHT_CPU_MAX_MS : CPU_MAX_MS
}
