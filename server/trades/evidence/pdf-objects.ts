/** Reads objects of a PDF (ISO 32000-1, 7.3) in a file's bytes as latin1 text. */

export type PdfReference = { number: number; generation: number }
export type PdfDictionary = ReadonlyMap<string, PdfObject>
/** Strings are bytes. Names keep their slash; keywords and fractions are texts too. */
export type PdfObject = string | number | Buffer | PdfReference | PdfDictionary | readonly PdfObject[]

type Container = { end: '>>' | ']'; items: PdfObject[] }

/** A file may have 5 MB of brackets; an encryption dictionary or a trailer has a few hundred bytes. */
const DICTIONARY_BYTES_MAX = 16_384

const SPACE = String.raw`\0\t\n\f\r `
const REGULAR = String.raw`[^${SPACE}()<>[\]{}/%]`
const SKIPPED = new RegExp(`(?:[${SPACE}]|%[^\\r\\n]*)*`, 'y')
const TOKEN = new RegExp(String.raw`<<|>>|[[\]]|<[^<>]*>|/${REGULAR}*|${REGULAR}+`, 'y')
const INTEGER = /^[+-]?\d{1,10}$/
const ESCAPE = /\\([0-7]{1,3}|\r\n|[^])/g
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The dictionary that begins at a place of the text; null where none does, or none that is well formed and small. */
export function readDictionary(text: string, from: number): PdfDictionary | null {
  const open: Container[] = []
  for (const token of tokensOf(text.slice(from, from + DICTIONARY_BYTES_MAX))) {
    const inner = open.at(-1)
    if (token === '<<' || token === '[') open.push({ end: token === '[' ? ']' : '>>', items: [] })
    else if (!inner) return null
    else if (token !== '>>' && token !== ']') addItem(inner.items, token)
    else {
      const closed = token === inner.end ? closedObject(inner) : null
      if (closed === null) return null
      open.pop()
      const outer = open.at(-1)
      if (!outer) return closed instanceof Map ? closed : null
      outer.items.push(closed)
    }
  }
  return null
}

function* tokensOf(text: string): Generator<string | Buffer> {
  let at = matchedEnd(SKIPPED, text, 0)
  while (at < text.length) {
    const end = text[at] === '(' ? endOfString(text, at) : matchedEnd(TOKEN, text, at)
    if (end === at) return
    yield tokenOf(text.slice(at, end))
    at = matchedEnd(SKIPPED, text, end)
  }
}

/** The same place where the expression does not match. */
function matchedEnd(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return expression.test(text) ? expression.lastIndex : at
}

/** After the parenthesis that closes the one at `from`; `from` where none does. */
function endOfString(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return from
}

function tokenOf(text: string): string | Buffer {
  if (text.startsWith('(')) return Buffer.from(text.slice(1, -1).replace(ESCAPE, unescaped), 'latin1')
  if (!text.startsWith('<') || text === '<<') return text
  const digits = text.replace(/[^\da-f]/gi, '')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

/** A backslash before the end of a line continues the string on the next line. */
function unescaped(_: string, escaped: string): string {
  if (/[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
  return /[\r\n]/.test(escaped) ? '' : (ESCAPED[escaped] ?? escaped)
}

/** "8 0 R" is one item, a reference. */
function addItem(items: PdfObject[], token: string | Buffer): void {
  const [number, generation] = items.slice(-2)
  if (token === 'R' && typeof number === 'number' && typeof generation === 'number')
    items.splice(-2, 2, { number, generation })
  else items.push(typeof token === 'string' && INTEGER.test(token) ? Number(token) : token)
}

function closedObject({ end, items }: Container): PdfDictionary | readonly PdfObject[] | null {
  if (end === ']') return items
  const entries = new Map<string, PdfObject>()
  for (let n = 0; n < items.length; n += 2) {
    const [name, value] = [items[n], items[n + 1]]
    if (typeof name !== 'string' || !name.startsWith('/') || value === undefined) return null
    entries.set(name, value)
  }
  return entries
}
