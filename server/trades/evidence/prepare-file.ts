/** Makes an uploaded file safe to store: a picture is decoded and encoded again, a PDF is recognised and never opened. */
import { createHash } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import { FILE_SIDE_MAX } from '../../../domain/trades/evidence.ts'
import type { FileType } from '../../../domain/trades/evidence.ts'
import { drawPicture } from '../../http/pictures/draw-picture.ts'
import type { Fingerprint } from '../../http/pictures/fingerprint.ts'

export type PreparedFile = {
  type: FileType
  bytes: Buffer
  picture: { width: number; height: number } | null
  /** Of the upload. */
  sha256: Buffer
  fingerprints: Fingerprint[]
}

const SIZE = { width: FILE_SIDE_MAX, height: FILE_SIDE_MAX, fit: 'inside', withoutEnlargement: true } as const
const PDF_START = /^%PDF-[12]\.\d/
const PDF_END = '%%EOF'
/** The end mark is within the last bytes of a whole PDF (ISO 32000-1, annex H, note 18). */
const PDF_END_WITHIN = 1024

/** Refuses with `file_unreadable`, or with `busy` as `drawPicture` does. Call it within `inPictureTurn`. */
export async function prepareFile(file: Buffer): Promise<PreparedFile> {
  const sha256 = createHash('sha256').update(file).digest()
  if (isPdf(file)) return { type: 'application/pdf', bytes: file, picture: null, sha256, fingerprints: [] }
  const { bytes, width, height, fingerprints } = await redraw(file)
  return { type: 'image/webp', bytes, picture: { width, height }, sha256, fingerprints }
}

function isPdf(file: Buffer): boolean {
  return PDF_START.test(file.toString('latin1', 0, 8)) && file.subarray(-PDF_END_WITHIN).includes(PDF_END)
}

async function redraw(file: Buffer) {
  try {
    return await drawPicture(file, SIZE, { needsFingerprints: true })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'image_unreadable')
      throw new DomainError('file_unreadable', { field: 'file' })
    throw error
  }
}
