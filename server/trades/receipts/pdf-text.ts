/** Lines of text in a PDF: PDFKit shapes the characters of a word, and puts no words into the order of a right-to-left language. */

export const ARABIC = /[\u0600-\u06FF]/

/** Characters that are written together, with whether a space follows the ones before. */
type Piece = { text: string; isSpaced: boolean }

/** The distance of a piece from the left edge. */
export type Placed = { text: string; x: number }

/** Marks of direction, which no font has a glyph for, and narrow spaces. */
const INVISIBLE = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g

export function wordsOf(text: string): string[] {
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll('\u202F', '\u00A0')
    .split(/[ \n]+/)
    .filter((word) => word !== '')
}

/** Breaks a text into lines of words that fit the width. */
export function linesOf(text: string, width: number, widthOf: (line: readonly string[]) => number): string[][] {
  const lines: string[][] = [[]]
  for (const word of wordsOf(text)) {
    const line = lines.at(-1)!
    if (line.length > 0 && widthOf([...line, word]) > width) lines.push([word])
    else line.push(word)
  }
  return lines
}

/** A run of Arabic characters, a run of others that begins and ends with a letter or digit, or one sign. */
const PIECES = /[\p{Script=Arabic}\p{M}]+|[\p{L}\p{N}](?:[^\u0600-\u06FF]*[\p{L}\p{N}])?|./gu
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '«': '»', '»': '«' }

/** The pieces of a right-to-left line, from right to left; Latin words that follow each other are one piece. */
export function rightToLeft(words: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  for (const word of words) {
    for (const [index, text] of (word.match(PIECES) ?? []).entries()) {
      const last = pieces.at(-1)
      const isSpaced = index === 0 && pieces.length > 0
      if (isSpaced && last && isLatin(last.text) && isLatin(text)) last.text += ` ${text}`
      else pieces.push({ text: MIRRORED[text] ?? text, isSpaced })
    }
  }
  return pieces
}

function isLatin(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !ARABIC.test(text)
}

/** Places a right-to-left line: its right edge is at 0. */
export function placeRightToLeft(
  words: readonly string[],
  { widthOf, space }: { widthOf: (text: string) => number; space: number },
): Placed[] {
  let x = 0
  return rightToLeft(words).map(({ text, isSpaced }) => {
    x -= widthOf(text) + (isSpaced ? space : 0)
    return { text, x }
  })
}
