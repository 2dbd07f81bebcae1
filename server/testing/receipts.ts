/** Drawn receipts of payments: those of one layout differ in their amount, names, numbers and date, as those of one bank do. */
import sharp from 'sharp'

type Colour = readonly [red: number, green: number, blue: number]
type Layout = {
  height: number
  paper: Colour
  ink: Colour
  band: Colour
  bandHeight: number
  firstRow: number
  rowHeight: number
  scale: number
  rows: readonly string[]
}

const WIDTH = 720
const GREY: Colour = [130, 134, 140]
const BLACK: Colour = [30, 32, 40]

export const LAYOUTS: readonly Layout[] = [
  {
    height: 1560,
    paper: [255, 255, 255],
    ink: BLACK,
    band: [20, 90, 200],
    bandHeight: 180,
    firstRow: 520,
    rowHeight: 130,
    scale: 5,
    rows: ['Amount', 'Date', 'To', 'From', 'Reference', 'Fee', 'Status'],
  },
  {
    height: 1280,
    paper: [246, 247, 249],
    ink: BLACK,
    band: [10, 160, 110],
    bandHeight: 320,
    firstRow: 450,
    rowHeight: 150,
    scale: 4,
    rows: ['Amount', 'To', 'Account', 'Reference', 'Date'],
  },
  {
    height: 1018,
    paper: [255, 255, 255],
    ink: BLACK,
    band: [250, 250, 250],
    bandHeight: 20,
    firstRow: 240,
    rowHeight: 100,
    scale: 4,
    rows: ['From', 'Account', 'To', 'Account', 'Amount', 'Reference', 'Date'],
  },
  {
    height: 1500,
    paper: [24, 26, 32],
    ink: [235, 235, 240],
    band: [40, 44, 60],
    bandHeight: 200,
    firstRow: 480,
    rowHeight: 180,
    scale: 5,
    rows: ['Amount', 'To', 'Account', 'Reference', 'Date'],
  },
]

/** A receipt as PNG; another number is another payment. */
export async function drawReceipt(number: number, layout: Layout = LAYOUTS[0]!): Promise<Buffer> {
  const { height, paper, ink, band, bandHeight, firstRow, rowHeight, scale, rows } = layout
  const random = randomFrom(number * 31 + LAYOUTS.indexOf(layout))
  const pixels = Buffer.alloc(WIDTH * height * 3)
  const fill = (x: number, y: number, width: number, tall: number, colour: Colour) => {
    for (let row = y; row < Math.min(height, y + tall); row++)
      for (let column = x; column < Math.min(WIDTH, x + width); column++) pixels.set(colour, (row * WIDTH + column) * 3)
  }
  const write = (x: number, y: number, text: string, size: number, colour: Colour) => {
    for (const [n, letter] of [...text].entries()) {
      for (const [cell, isInked] of glyphOf(letter).entries()) {
        const [column, row] = [cell % 5, Math.floor(cell / 5)]
        if (isInked) fill(x + (n * 6 + column) * size, y + row * size, size, size, colour)
      }
    }
  }
  fill(0, 0, WIDTH, height, paper)
  fill(0, 0, WIDTH, bandHeight, band)
  fill(300, Math.floor(bandHeight / 2), 120, 60, [250, 200, 40])
  write(20, 10, `${digits(random, 2)}:${digits(random, 2)}`, 3, GREY)
  write(180, firstRow - 120, amount(random), 9, ink)
  for (const [n, label] of rows.entries()) {
    const y = firstRow + n * rowHeight
    write(40, y, label, scale - 1, GREY)
    write(40, y + 45, valueOf(label, random), scale, ink)
    fill(40, y + 100, WIDTH - 80, 2, GREY)
  }
  return sharp(pixels, { raw: { width: WIDTH, height, channels: 3 } })
    .png()
    .toBuffer()
}

function valueOf(label: string, random: () => number): string {
  if (label === 'Account' || label === 'Reference') return word(random, 2).toUpperCase() + digits(random, 16)
  if (label === 'Date') return `${digits(random, 2)}/${digits(random, 2)}/2026`
  if (label === 'Status') return 'Completed'
  if (label === 'Fee') return '0.00'
  if (label === 'Amount') return amount(random)
  return `${word(random, 4 + Math.floor(random() * 6))} ${word(random, 4 + Math.floor(random() * 8))}`
}

function amount(random: () => number): string {
  return `${digits(random, 2 + Math.floor(random() * 3))}.${digits(random, 2)}`
}

function word(random: () => number, count: number): string {
  return pick(random, count, 'abcdefghijklmnopqrstuvwxyz')
}

function digits(random: () => number, count: number): string {
  return pick(random, count, '0123456789')
}

function pick(random: () => number, count: number, alphabet: string): string {
  return Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
}

const glyphs = new Map<string, boolean[]>()

/** Invented glyphs of five by seven cells: a font would differ between machines. */
function glyphOf(letter: string): boolean[] {
  const known = glyphs.get(letter)
  if (known) return known
  const random = randomFrom(letter.charCodeAt(0) * 7919)
  const glyph = Array.from({ length: 35 }, () => letter !== ' ' && random() < 0.45)
  glyphs.set(letter, glyph)
  return glyph
}

/** Mulberry32: the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
