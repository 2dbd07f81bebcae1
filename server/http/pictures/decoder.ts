import { fileURLToPath } from 'node:url'
import type { ResizeOptions } from 'sharp'
import type { Fingerprint } from './fingerprint.ts'
import { startPictureProcess } from './picture-process.ts'

const DECODE = fileURLToPath(new URL('decode.ts', import.meta.url))
const CPU_MAX_MS = 10_000

export type PictureJob = { file: Buffer; size: ResizeOptions; needsFingerprints?: boolean }
/** Sides in pixels; `bytes` is WebP. `fingerprints` is empty unless the job asks for them. */
export type Picture = { bytes: Buffer; width: number; height: number; fingerprints: Fingerprint[] }

export type Decoder = {
  /** Null if the file is no picture that can be decoded within the limits; refuses with `busy`. One call at a time. */
  decode(job: PictureJob): Promise<Picture | null>
}

/** Decodes pictures in a process of its own. */
export function startDecoder({
  script = DECODE,
  cpuMaxMs = CPU_MAX_MS,
  timeMaxMs = undefined as number | undefined,
} = {}): Decoder {
  const { run } = startPictureProcess<PictureJob, Picture>(script, [String(cpuMaxMs)], timeMaxMs)
  return { decode: run }
}
