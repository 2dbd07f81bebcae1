/** What a PDF shows, apart from its metadata: its streams (ISO 32000-1, 7.3.8), which hold pages, pictures and fonts. */
import { createHash } from 'node:crypto'

/** A stream's dictionary is shorter. */
const DICTIONARY_WITHIN = 2048
/** A file of 5 MB can hold more; a bank's receipt has some tens. */
const STREAMS_MAX = 5000
/** XMP metadata and the table of the objects: both change when a program only writes the title or the date again. */
const NOT_SHOWN = /\/Type\s*\/(?:Metadata|XRef)\b/

/**
 * SHA-256 over the PDF's streams as they are stored, in any order; null without one, and of a form, whose values can stand outside
 * the streams. A metadata edit, a byte between two objects and a new table of objects leave it as it is. A program that saves the
 * document again usually packs the streams again, which changes the hash.
 */
export function pdfContentHash(bytes: Buffer): Buffer | null {
  const text = bytes.toString('latin1')
  if (text.includes('/AcroForm')) return null
  const hashes = new Set<string>()
  for (let at = text.indexOf('endstream'), from = 0; at >= 0; from = at, at = text.indexOf('endstream', at + 1)) {
    const begin = text.indexOf('stream', from + 'endstream'.length * Number(from > 0))
    if (begin < 0 || begin >= at || hashes.size >= STREAMS_MAX) return null
    const dictionary = text.slice(Math.max(from, begin - DICTIONARY_WITHIN), begin)
    if (!NOT_SHOWN.test(dictionary.slice(dictionary.lastIndexOf(' obj') + 1)))
      hashes.add(createHash('sha256').update(bytes.subarray(begin, at)).digest('hex'))
  }
  if (hashes.size === 0) return null
  return createHash('sha256')
    .update([...hashes].toSorted().join())
    .digest()
}
