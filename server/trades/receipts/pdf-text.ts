/** Lines of text in a PDF: PDFKit shapes the characters of a word, and puts no words into the order of a right-to-left language. */
import createBidi from 'bidi-js'
import type { Bidi } from 'bidi-js'

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

// The package is CommonJS, and its types describe an ES module.
const bidi = (createBidi as unknown as () => Bidi)()
/** "1 USDT" and "09:00 UTC": the unit stands to the right of its number, as on the pages. */
const AMOUNT = /\d[\d.,:]* \p{Script=Latin}+/gu
/** In a run from right to left: a word, a space or one sign, since the Arabic font has no signs. */
const WORD_OR_SIGN = /[\p{Script=Arabic}\p{M}]+|./gu

/**
 * The pieces of a right-to-left line, from right to left, by Unicode's bidirectional algorithm: in such a line the runs follow each
 * other in their logical order, and those from left to right (of level 2 or higher) are one piece.
 */
export function rightToLeft(words: readonly string[]): Piece[] {
  const line = words.join(' ').replaceAll(AMOUNT, '\u2066$&\u2069')
  const { levels } = bidi.getEmbeddingLevels(line, 'rtl')
  const pieces: Piece[] = []
  let isSpaced = false
  for (let start = 0, end = 1; start < line.length; start = end++) {
    const isLatin = levels[start]! > 1
    while (end < line.length && levels[end]! > 1 === isLatin) end++
    const run = line.slice(start, end).replaceAll(INVISIBLE, '')
    for (const text of isLatin ? [run] : (run.match(WORD_OR_SIGN) ?? [])) {
      if (text !== ' ') pieces.push({ text: isLatin ? text : (bidi.getMirroredCharacter(text) ?? text), isSpaced })
      isSpaced = text === ' '
    }
  }
  return pieces
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
