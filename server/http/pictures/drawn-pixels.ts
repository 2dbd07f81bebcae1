/**
 * How many pixels are drawn of a file, by its header, before its turn comes: most of what a picture costs the decoder. The header
 * is not trusted: a picture that takes longer than its size allows is ended (`decoder.ts`).
 */
import { STORED_AREA_MAX, storedSize } from '../../../domain/pictures.ts'
import type { PictureSize } from '../../../domain/pictures.ts'
import { fileKind } from '../../../domain/uploads/file-kinds.ts'

/** The whole picture, within the bounds of a stored one, or its centre as a square with this side in pixels. */
export type PictureShape = 'whole' | { square: number }

/** A picture of a phone's camera or screen has at most so many at its stored size; a longer scroll has more. */
export const LIGHT_PIXELS = 6_000_000

/** A camera writes a dozen before the frame; a file of 5 MB can hold a million empty ones. */
const JPEG_SEGMENTS_MAX = 1000
/** The markers of tables and of arithmetic coding among those of frames (SOF0 to SOF15). */
const NO_FRAMES = [0xc4, 0xc8, 0xcc]

/** The most that are drawn, where the header has no size. */
export function drawnPixels(file: Buffer, shape: PictureShape): number {
  if (shape !== 'whole') return shape.square ** 2
  const size = sizeInHeader(file)
  if (size === null) return STORED_AREA_MAX
  const { width, height } = storedSize(size)
  return width * height
}

/** As the pixels lie in the file, before its orientation turns them. */
export function sizeInHeader(file: Buffer): PictureSize | null {
  const kind = fileKind(file)
  try {
    if (kind === 'JPEG') return sizeOfJpeg(file)
    if (kind === 'PNG') return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    return kind === 'WebP' ? sizeOfWebp(file) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function sizeOfJpeg(file: Buffer): PictureSize | null {
  let at = 2
  for (let segment = 0; segment < JPEG_SEGMENTS_MAX && file[at] === 0xff; segment++) {
    const marker = file.readUInt8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker))
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    if (hasNoLength(marker)) return null
    at += 2 + file.readUInt16BE(at + 2)
  }
  return null
}

/** TEM, RST0 to RST7, SOI and EOI, which decoders pass over: no camera writes one before the frame. */
function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)
}

function sizeOfWebp(file: Buffer): PictureSize | null {
  const chunk = file.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
  // 14 bits each, in the one behind a scale and in the other behind a signature.
  if (chunk === 'VP8 ') return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  if (chunk !== 'VP8L') return null
  const bits = file.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
