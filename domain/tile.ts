/** The tile that stands for a user without a picture, generated from the name alone, so that it is the same everywhere. */

/** Background and foreground colours, in contrasting pairs. */
const PAIRS = [
  ['#0c5c66', '#f3b61f'],
  ['#0c5c66', '#e9ddc0'],
  ['#c4563f', '#e9ddc0'],
  ['#1c4e80', '#8fc1b5'],
  ['#1c4e80', '#f3b61f'],
  ['#8fc1b5', '#0c5c66'],
  ['#e9ddc0', '#c4563f'],
  ['#f3b61f', '#1c4e80'],
] as const

/** The cuts of a zellige piece, each inside a 2 by 2 square. */
const CUTS = [
  'm0 0H2A2 2 0 0 1 0 2Z',
  'm0 0H2L0 2Z',
  'm1 0A1 1 0 0 1 1 2A1 1 0 0 1 1 0',
  'm1 0L2 1L1 2L0 1Z',
  'm0 0H2V1H0Z',
] as const

export type Tile = {
  ground: string
  figure: string
  /** SVG paths with their transforms, in a 4 by 4 square. */
  pieces: { path: string; transform: string }[]
}

export function tileOf(name: string): Tile {
  const hash = hashOf(name)
  const [ground, figure] = PAIRS[hash % PAIRS.length] ?? PAIRS[0]
  const pieces = [0, 1, 2, 3].map((piece) => ({
    path: cutOf(hash, piece),
    transform: `translate(${(piece % 2) * 2} ${Math.floor(piece / 2) * 2}) rotate(${((hash >>> (16 + piece * 3)) % 4) * 90} 1 1)`,
  }))
  return { ground, figure, pieces }
}

/** Pieces across from each other are cut alike, as in a real tile. */
function cutOf(hash: number, piece: number): string {
  const isDiagonal = piece === 0 || piece === 3
  return CUTS[(hash >>> (isDiagonal ? 4 : 10)) % CUTS.length] ?? CUTS[0]
}

/** FNV-1a with a last stir, so that names that differ little make tiles that differ much. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
