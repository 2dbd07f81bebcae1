/** Makes an uploaded file safe to store: a picture is decoded and encoded again, a PDF is cut to its document and never rendered. */
import { createHash } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import type { FileType } from '../../../domain/trades/evidence.ts'
import { fileKind } from '../../../domain/uploads/file-kinds.ts'
import { pdfDocument } from '../../../domain/uploads/pdf.ts'
import type { PictureClaim } from '../../http/pictures/decoder-queue.ts'
import { assertUsable, drawPicture } from '../../http/pictures/draw-picture.ts'
import type { Fingerprint } from '../../http/pictures/fingerprint.ts'
import { pdfContentHash } from './pdf-content.ts'
import { opensWithoutPassword } from './pdf-encryption.ts'

export type PreparedFile = {
  type: FileType
  bytes: Buffer
  picture: { width: number; height: number } | null
  /** Of the upload, or of the PDF in it. */
  sha256: Buffer
  /** Of what a PDF shows; null of a picture, and where it cannot be told. */
  contentSha256: Buffer | null
  fingerprints: Fingerprint[]
}

/**
 * Refuses with the reason why the file cannot be used (`FILE_REFUSALS`), or with `busy` as `drawPicture` does. Call it within
 * `inPictureTurn`, with the same claim.
 */
export async function prepareFile(claim: PictureClaim, file: Buffer): Promise<PreparedFile> {
  if (fileKind(file) === 'PDF') {
    assertUsable(file, 'file')
    return preparePdf(file)
  }
  const { bytes, width, height, fingerprints } = await drawPicture(claim, file, 'whole', {
    field: 'file',
    needsFingerprints: true,
  })
  return {
    type: 'image/webp',
    bytes,
    picture: { width, height },
    sha256: sha256Of(file),
    contentSha256: null,
    fingerprints,
  }
}

/**
 * A PDF alone, which needs no decoder: 5 MB take some tens of milliseconds. Bytes outside the document do not belong to it. Removed, they cannot act as a page or a program of another kind, and the same
 * document stays the same file. The offsets of a PDF count from its header.
 */
export function preparePdf(file: Buffer): PreparedFile {
  const bytes = pdfDocument(file)!
  if (!opensWithoutPassword(bytes)) throw new DomainError('pdf_encrypted', { field: 'file' })
  return {
    type: 'application/pdf',
    bytes,
    picture: null,
    sha256: sha256Of(bytes),
    contentSha256: pdfContentHash(bytes),
    fingerprints: [],
  }
}

function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
