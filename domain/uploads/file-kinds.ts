/** What a file is by its own bytes: its name and its declared type may say anything. */
import { hasPdfHeader } from './pdf.ts'

export type FileKind =
  | 'JPEG'
  | 'PNG'
  | 'WebP'
  | 'PDF'
  | 'HEIC'
  | 'AVIF'
  | 'GIF'
  | 'TIFF'
  | 'BMP'
  | 'SVG'
  | 'JPEG XL'
  | 'MP4'

/** The kinds of pictures that the server decodes. */
export const PICTURE_KINDS: readonly FileKind[] = ['JPEG', 'PNG', 'WebP']

const latin1 = new TextDecoder('latin1')
const SVG_WITHIN = 1024

/** The types of two chunks of a PNG: "acTL" and "IDAT". */
const ACTL = 0x6163544c
const IDAT = 0x49444154
/** An encoder writes a dozen before the picture's data; a file of 5 MB can hold 400,000 empty ones. */
const PNG_CHUNKS_MAX = 1000

/** Null for a kind that no phone or bank makes. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  const text = (from: number, to: number) => latin1.decode(bytes.subarray(from, to))
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'JPEG'
  if (text(1, 8) === 'PNG\r\n\x1a\n') return 'PNG'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'WebP'
  if (text(4, 8) === 'ftyp') return kindOfBrands(text(8, Math.min(boxLength(bytes), 256)))
  if (/^GIF8[79]a/.test(text(0, 6))) return 'GIF'
  if (['II*\0', 'MM\0*'].includes(text(0, 4))) return 'TIFF'
  if (text(0, 2) === 'BM' && text(6, 10) === '\0\0\0\0') return 'BMP'
  if (startsWith(bytes, [0xff, 0x0a]) || text(4, 8) === 'JXL ') return 'JPEG XL'
  if (hasPdfHeader(bytes)) return 'PDF'
  return text(0, SVG_WITHIN).includes('<svg') ? 'SVG' : null
}

/** Whether a PNG or WebP has more than one frame, of which only the first would be stored. */
export function isAnimated(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => latin1.decode(bytes.subarray(from, to))
  if (text(12, 16) === 'VP8X') return (bytes[20]! & 0x02) !== 0
  if (text(1, 4) !== 'PNG') return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The animation's chunk precedes the picture's data.
  let at = 8
  for (let chunk = 0; chunk < PNG_CHUNKS_MAX && at + 8 <= bytes.length; chunk++) {
    const type = view.getUint32(at + 4)
    if (type === ACTL) return true
    if (type === IDAT) return false
    at += 12 + view.getUint32(at)
  }
  return false
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, n) => bytes[n] === byte)
}

/** The brands of an ISO media file: its own first, then the ones that it is compatible with. */
function kindOfBrands(brands: string): FileKind {
  if (/avi[fs]/.test(brands)) return 'AVIF'
  return /he[iv][cmsx]|mif1|msf1/.test(brands) ? 'HEIC' : 'MP4'
}

function boxLength(bytes: Uint8Array): number {
  return bytes[2]! * 256 + bytes[3]!
}
