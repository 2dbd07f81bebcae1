/** Where a PDF states how it is encrypted (ISO 32000-1, 7.5.5, 7.5.8 and 7.6.1): in its last trailer, which is never encrypted. */
import { opensWithEmptyPassword } from './pdf-empty-password.ts'
import { readDictionary } from './pdf-objects.ts'
import type { PdfDictionary, PdfObject } from './pdf-objects.ts'

const ENCRYPTION = /\/Encrypt\s*(?:\d{1,10}\s+\d{1,5}\s+R|<<)/
const LAST_SECTION = /startxref\s*(\d{1,10})/y
/** A table of cross-references, or the stream that holds one. */
const SECTION = /\s*(?:xref|\d{1,10}\s+\d{1,5}\s+obj)/y

/**
 * Whether viewers open the document without asking for a password: it is not encrypted, or it only has an owner password, which
 * restricts printing or copying. False where that cannot be determined.
 */
export function opensWithoutPassword(document: Buffer): boolean {
  const text = document.toString('latin1')
  if (!ENCRYPTION.test(text)) return true
  const trailer = lastTrailer(text) ?? encryptedTrailer(text)
  if (!trailer) return false
  const encryption = trailer.get('/Encrypt')
  if (encryption === undefined) return true
  const dictionary = dictionaryOf(text, encryption)
  return dictionary !== null && opensWithEmptyPassword(dictionary, firstId(trailer))
}

/** The trailer that the end of the file points to; null where it points elsewhere. */
function lastTrailer(text: string): PdfDictionary | null {
  LAST_SECTION.lastIndex = text.lastIndexOf('startxref')
  SECTION.lastIndex = Number(LAST_SECTION.exec(text)?.[1] ?? text.length)
  const section = SECTION.exec(text)?.[0]
  if (section === undefined) return null
  return section.endsWith('xref')
    ? trailerAt(text, text.indexOf('trailer', SECTION.lastIndex))
    : trailerOfStream(text, SECTION.lastIndex)
}

/**
 * The trailer of a file whose offsets are wrong, which viewers repair. The first one counts too: in a linearized file the last
 * one may lack the entry.
 */
function encryptedTrailer(text: string): PdfDictionary | null {
  const keywords = [text.lastIndexOf('trailer'), text.indexOf('trailer')]
  const streams = [text.lastIndexOf('/XRef'), text.indexOf('/XRef')]
  const trailers = [
    ...keywords.map((at) => trailerAt(text, at)),
    ...streams.map((at) => trailerOfStream(text, text.lastIndexOf(' obj', at) + ' obj'.length)),
  ]
  return trailers.find((trailer) => trailer?.has('/Encrypt')) ?? null
}

function trailerAt(text: string, keyword: number): PdfDictionary | null {
  return keyword < 0 ? null : readDictionary(text, keyword + 'trailer'.length)
}

function trailerOfStream(text: string, from: number): PdfDictionary | null {
  const dictionary = readDictionary(text, from)
  return dictionary?.get('/Type') === '/XRef' ? dictionary : null
}

function dictionaryOf(text: string, encryption: PdfObject): PdfDictionary | null {
  if (encryption instanceof Map) return encryption
  if (typeof encryption !== 'object' || !('generation' in encryption)) return null
  const { number, generation } = encryption
  const object = new RegExp(String.raw`(?<!\d)${number}\s+${generation}\s+obj`).exec(text)
  return object && readDictionary(text, object.index + object[0].length)
}

function firstId(trailer: PdfDictionary): Buffer {
  const ids = trailer.get('/ID')
  const id: unknown = Array.isArray(ids) ? ids[0] : null
  return Buffer.isBuffer(id) ? id : Buffer.alloc(0)
}
