/** IBM Plex Sans Arabic, which covers Latin too, as files that FreeType reads: a server may have no fonts installed. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

const { resolve } = createRequire(import.meta.url)
const FILES = ['arabic-400', 'arabic-600', 'latin-400', 'latin-600']

/** The families of the two weights; each weight is a family of its own. */
export const REGULAR = 'IBM Plex Sans Arabic'
export const SEMI_BOLD = 'IBM Plex Sans Arabic SemiBold'

/** Writes the fonts into a new folder in `parent`, with a configuration of Fontconfig that knows no others. Returns the folder. */
export async function writeFonts(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'sarraf-fonts-'))
  await Promise.all(FILES.map((name) => writeFont(name, folder)))
  await writeFile(join(folder, 'fonts.conf'), '<fontconfig><dir prefix="relative">.</dir></fontconfig>')
  return folder
}

async function writeFont(name: string, folder: string): Promise<void> {
  const packed = await readFile(
    resolve(`@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${name}-normal.woff`),
  )
  await writeFile(join(folder, `${name}.ttf`), sfntOf(packed))
}

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/** The sfnt (TrueType) file that a WOFF 1 file holds with its tables compressed; sharp's FreeType reads no WOFF. */
export function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  // searchRange, entrySelector and rangeShift, by which a reader finds a table.
  const exponent = Math.floor(Math.log2(count))
  head.writeUInt16BE(SFNT_ENTRY * 2 ** exponent, 6)
  head.writeUInt16BE(exponent, 8)
  head.writeUInt16BE(SFNT_ENTRY * (count - 2 ** exponent), 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(WOFF_HEADER + WOFF_ENTRY * index)
    const [tag, start, packedSize, size, checksum] = [0, 4, 8, 12, 16].map((at) => entry.readUInt32BE(at)) as Entry
    const packed: Buffer = woff.subarray(start, start + packedSize)
    const table = packedSize < size ? inflateSync(packed) : packed
    for (const [at, value] of [tag, checksum, offset, size].entries())
      head.writeUInt32BE(value, SFNT_HEADER + SFNT_ENTRY * index + 4 * at)
    const padding = Buffer.alloc(-size & 3)
    parts.push(table, padding)
    offset += size + padding.length
  }
  return Buffer.concat(parts)
}

type Entry = [tag: number, start: number, packedSize: number, size: number, checksum: number]
