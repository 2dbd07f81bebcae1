/**
 * Perceptual fingerprints: two pictures that look alike have similar ones, whatever their size, format, compression or
 * brightness. Receipts of one bank differ in a few words only, so a picture has two hashes: `hash` (64 bits) finds candidates
 * in an index, and `detail` (256 bits) decides. Both are signs of the cosine transform (a pHash) of the grey picture: at
 * frequencies finer than the layout, at which the written values differ.
 *
 * A crop shifts every part of a picture, so each picture also has fingerprints of what usual crops of it leave (`CROPS`).
 */

/** The side in pixels of the grey square that `fingerprintsOf` reads. */
export const GREY_SIDE = 256

export type Fingerprint = { hash: bigint; detail: Buffer }

type Crop = { top: number; bottom: number; sides: number }

/** Shares of the picture's height and width: a phone's status bar is about 4% and its navigation bar 4% to 8%. */
const CROPS: readonly Crop[] = [
  { top: 0, bottom: 0, sides: 0 },
  { top: 0.04, bottom: 0, sides: 0 },
  { top: 0, bottom: 0.04, sides: 0 },
  { top: 0, bottom: 0.08, sides: 0 },
  { top: 0.04, bottom: 0.04, sides: 0 },
  { top: 0.04, bottom: 0.08, sides: 0 },
  { top: 0.02, bottom: 0.02, sides: 0.02 },
]
/** How many fingerprints a picture has at most. */
export const FINGERPRINTS_MAX = CROPS.length

const CELLS = 64
const FREQUENCIES = 24
/** A picture of one shade has only the noise of its compression, whose signs mean nothing. */
const CONTRAST_MIN = 3

const HASH = block({ fromX: 1, toX: 9, fromY: 3, toY: 11 })
const DETAIL = block({ fromX: 1, toX: 17, fromY: 2, toY: 18 })
const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: CELLS }, (_, cell) => Math.cos((Math.PI * frequency * (2 * cell + 1)) / (2 * CELLS))),
)

/** `grey` has `GREY_SIDE` rows of as many bytes. Empty for a picture without contrast. */
export function fingerprintsOf(grey: Uint8Array): Fingerprint[] {
  if (contrastOf(grey) < CONTRAST_MIN) return []
  const sums = sumsOf(grey)
  return CROPS.map((crop) => {
    const transform = transformOf(cellsOf(sums, crop))
    // Every fourth bit goes to one of the four bands, so that each has low and high frequencies.
    const bits = signs(transform, HASH)
    const inBands = [0, 1, 2, 3].map((band) => bits.filter((_, n) => n % 4 === band)).flat()
    return { hash: BigInt.asIntN(64, BigInt(`0b${inBands.join('')}`)), detail: packed(signs(transform, DETAIL)) }
  })
}

function contrastOf(grey: Uint8Array): number {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length
  return Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length)
}

/** A summed-area table: the sum of any rectangle from its four corners. */
function sumsOf(grey: Uint8Array): Float64Array {
  const width = GREY_SIDE + 1
  const sums = new Float64Array(width * width)
  for (let y = 0; y < GREY_SIDE; y++) {
    let row = 0
    for (let x = 0; x < GREY_SIDE; x++) {
      row += grey[y * GREY_SIDE + x]!
      sums[(y + 1) * width + x + 1] = sums[y * width + x + 1]! + row
    }
  }
  return sums
}

function cellsOf(sums: Float64Array, { top, bottom, sides }: Crop): Float64Array {
  const [left, above] = [sides * GREY_SIDE, top * GREY_SIDE]
  const width = ((1 - 2 * sides) * GREY_SIDE) / CELLS
  const height = ((1 - top - bottom) * GREY_SIDE) / CELLS
  const corner = (column: number, row: number) => sumUntil(sums, left + column * width, above + row * height)
  return Float64Array.from({ length: CELLS * CELLS }, (_, n) => {
    const [column, row] = [n % CELLS, Math.floor(n / CELLS)]
    return corner(column + 1, row + 1) - corner(column, row + 1) - corner(column + 1, row) + corner(column, row)
  })
}

/** The table between its points, by bilinear interpolation. */
function sumUntil(sums: Float64Array, x: number, y: number): number {
  const [column, row] = [Math.min(Math.floor(x), GREY_SIDE), Math.min(Math.floor(y), GREY_SIDE)]
  const [right, below] = [Math.min(column + 1, GREY_SIDE), Math.min(row + 1, GREY_SIDE)]
  const [dx, dy] = [x - column, y - row]
  const at = (ofColumn: number, ofRow: number) => sums[ofRow * (GREY_SIDE + 1) + ofColumn]!
  return (
    at(column, row) * (1 - dx) * (1 - dy) +
    at(right, row) * dx * (1 - dy) +
    at(column, below) * (1 - dx) * dy +
    at(right, below) * dx * dy
  )
}

/** The cosine transform, at the lowest `FREQUENCIES` of each direction. */
function transformOf(cells: Float64Array): Float64Array {
  const rows = new Float64Array(CELLS * FREQUENCIES)
  for (let y = 0; y < CELLS; y++) {
    for (let frequency = 0; frequency < FREQUENCIES; frequency++) {
      let sum = 0
      for (let x = 0; x < CELLS; x++) sum += cells[y * CELLS + x]! * COSINES[frequency]![x]!
      rows[y * FREQUENCIES + frequency] = sum
    }
  }
  const transform = new Float64Array(FREQUENCIES * FREQUENCIES)
  for (let frequencyY = 0; frequencyY < FREQUENCIES; frequencyY++) {
    for (let frequencyX = 0; frequencyX < FREQUENCIES; frequencyX++) {
      let sum = 0
      for (let y = 0; y < CELLS; y++) sum += rows[y * FREQUENCIES + frequencyX]! * COSINES[frequencyY]![y]!
      transform[frequencyY * FREQUENCIES + frequencyX] = sum
    }
  }
  return transform
}

/** The indices of a block of frequencies. */
function block({ fromX, toX, fromY, toY }: { fromX: number; toX: number; fromY: number; toY: number }): number[] {
  const indices: number[] = []
  for (let y = fromY; y < toY; y++) for (let x = fromX; x < toX; x++) indices.push(y * FREQUENCIES + x)
  return indices
}

function signs(transform: Float64Array, indices: readonly number[]): (0 | 1)[] {
  return indices.map((index) => (transform[index]! > 0 ? 1 : 0))
}

function packed(bits: readonly (0 | 1)[]): Buffer {
  const bytes = Buffer.alloc(bits.length / 8)
  for (const [n, bit] of bits.entries()) bytes[n >> 3]! |= bit << (7 - (n & 7))
  return bytes
}
