/** What every picture has: the frame with brand and tiles, texts on lines, and the same mirrored for Arabic. */
import { directionOf } from '../../../domain/languages.ts'
import type { Language } from '../../../domain/languages.ts'
import type { Operator } from '../../operator/operator.ts'
import { shapesInColours } from '../../operator/logo.ts'
import { TILE_SIDE, tileOf } from '../../../domain/tile.ts'
import { REGULAR, SEMI_BOLD } from './fonts.ts'

export const WIDTH = 1200
export const HEIGHT = 630
/** Texts stand between these, seen from the side where a line begins. */
const START = 72
const TILE = HEIGHT / 3
export const TEXT_WIDTH = WIDTH - TILE - START - 48

/** Of the texts on the operator's ground, as in the theme's band. */
const INK = '#f2f7f6'
const MUTED = '#a9c0c3'
type Colour = 'ink' | 'muted' | 'accent'

/** What every picture has of the operator. */
export type Brand = Pick<Operator, 'productName' | 'logo' | 'colours'>

export type Words = { text: string; size: number; colour?: Colour; isBold?: boolean }

/** A line of text: its baseline, how far its start is from the start of all texts, and the width that it is shrunk to. */
export type Line = { y: number; indent?: number; width?: number; words: Words[] }

/** A picture in a language, in the operator's colours: its lines beside three tiles generated from `name`. `note` stands opposite the brand. */
export function drawingOf(
  { productName, logo, colours }: Brand,
  { language, name, note, lines }: { language: Language; name: string; note: string; lines: Line[] },
): string {
  const inks = { ink: INK, muted: MUTED, accent: colours.dark.accent, line: colours.band.line }
  const isMirrored = directionOf(language) === 'rtl'
  const texts = [...lines, { y: 100, indent: 66, words: [{ text: productName, size: 42, isBold: true }] }]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colours.band.canvas}"/>`,
    `<g transform="translate(${isMirrored ? 0 : WIDTH - TILE} 0) scale(${TILE / TILE_SIDE})">${tiles(name)}</g>`,
    `<g transform="translate(${isMirrored ? WIDTH - START - 50 : START} 60) scale(${50 / logo.side})">${shapesInColours(logo, colours, 'dark')}</g>`,
    ...texts.map((line) => lineOf(line, inks, isMirrored)),
    lineOf(
      { y: 96, indent: TEXT_WIDTH, width: TEXT_WIDTH - 240, words: [{ text: note, size: 22, colour: 'muted' }] },
      inks,
      isMirrored,
      'end',
    ),
    '</svg>',
  ].join('\n')
}

/** The text in lines of at most the width, and the words between them unbroken. */
export function wrapped(text: string, size: number, width = TEXT_WIDTH): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (widthOf(longer) * size <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.filter((line) => line !== '')
}

/** The lines of a text in the largest of the sizes in which it takes at most so many, or else in the last size. */
export function fitted(text: string, sizes: readonly number[], most: number): { lines: string[]; size: number } {
  const size = sizes.find((each) => wrapped(text, each).length <= most) ?? sizes[sizes.length - 1]!
  return { lines: wrapped(text, size), size }
}

/** A thin line across the texts. */
export function rule(y: number): Line {
  return { y, words: [] }
}

/** A text that keeps its own direction among others: a name, or a signed number. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

type Inks = Readonly<Record<Colour | 'line', string>>

function lineOf(
  { y, indent = 0, width = TEXT_WIDTH, words }: Line,
  inks: Inks,
  isMirrored: boolean,
  anchor = 'start',
): string {
  const x = isMirrored ? WIDTH - START - indent : START + indent
  if (words.length === 0)
    return `<rect x="${isMirrored ? x - TEXT_WIDTH : x}" y="${y}" width="${TEXT_WIDTH}" height="2" fill="${inks.line}"/>`
  const natural = words.reduce((sum, { text, size }) => sum + widthOf(text) * size, 0)
  const scale = Math.min(1, width / natural)
  const spans = words.map(
    ({ text, size, colour = 'ink', isBold = false }) =>
      `<tspan font-family="${isBold ? SEMI_BOLD : REGULAR}" font-size="${Math.floor(size * scale)}" fill="${inks[colour]}">${escaped(text)}</tspan>`,
  )
  const direction = isMirrored ? 'rtl' : 'ltr'
  return `<text x="${x}" y="${y}" direction="${direction}" text-anchor="${anchor}" xml:space="preserve">${spans.join('')}</text>`
}

/** How wide a text is in semi-bold at most, as a multiple of its size. */
function widthOf(text: string): number {
  return [...text].reduce((sum, glyph) => sum + glyphWidth(glyph), 0)
}

function glyphWidth(glyph: string): number {
  if (/[MWm@%—]/.test(glyph)) return 0.96
  if (/[A-Zw_ÀÉÊ]/.test(glyph)) return 0.7
  if (/[\s.,:;·iljftrI'’()]/.test(glyph)) return 0.32
  if (/\p{Script=Arabic}/u.test(glyph)) return 0.48
  return /\p{Mn}|\p{Cf}/u.test(glyph) ? 0 : 0.57
}

/** Three tiles, one above the other; the middle one is turned, as a wall is laid. */
function tiles(name: string): string {
  const { ground, figure, cut } = tileOf(name)
  const tile = `<rect width="${TILE_SIDE}" height="${TILE_SIDE}" fill="${ground}"/><path d="${cut}" fill="${figure}"/>`
  const middle = TILE_SIDE / 2
  return [0, 1, 2]
    .map(
      (row) =>
        `<g transform="translate(0 ${row * TILE_SIDE}) rotate(${row === 1 ? 180 : 0} ${middle} ${middle})">${tile}</g>`,
    )
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Control characters are no XML, and the font has no sign for U+2011 and hardly any width for U+202F. */
function escaped(text: string): string {
  const plain = text
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll('\u2011', '-')
    .replaceAll('\u202F', '\u00A0')
  return plain.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
}
