/**
 * The tile that stands for a user without a picture, generated from the name alone, so that it is the same everywhere. A hue and
 * the cut of a zellige tile tell users apart, with the initial on top.
 */

/** The side of the square that the paths are drawn in. */
export const TILE_SIDE = 40

type Hue = { ground: string; figure: string; ink: string }

/** In the order of the colour circle. Neighbours differ in lightness too, for readers who see few hues. */
export const HUES: readonly Hue[] = [
  { ground: '#7c0012', figure: '#c9212e', ink: '#ffffff' },
  { ground: '#fa8746', figure: '#fecbb1', ink: '#301000' },
  { ground: '#663d00', figure: '#9f6202', ink: '#ffffff' },
  { ground: '#f3bb36', figure: '#ffe29c', ink: '#241800' },
  { ground: '#89b635', figure: '#c3e295', ink: '#131f00' },
  { ground: '#004e10', figure: '#008622', ink: '#ffffff' },
  { ground: '#00c899', figure: '#93edcb', ink: '#002116' },
  { ground: '#004747', figure: '#057575', ink: '#ffffff' },
  { ground: '#08baf8', figure: '#a9e0fe', ink: '#001e2c' },
  { ground: '#01388d', figure: '#1866e0', ink: '#ffffff' },
  { ground: '#ad98ff', figure: '#d8d1fe', ink: '#1c1434' },
  { ground: '#501d7a', figure: '#853dc2', ink: '#ffffff' },
  { ground: '#f07ec2', figure: '#ffc3e4', ink: '#2d0d21' },
  { ground: '#6e034f', figure: '#b12083', ink: '#ffffff' },
]

/** What is cut from the ground. Each differs at the edge, since the initial covers the middle. */
export const CUTS: readonly string[] = [
  // A diagonal half.
  'm0 0H40L0 40Z',
  // Quarter circles in the corners.
  'm0 0H15A15 15 0 0 1 0 15ZM40 0V15A15 15 0 0 1 25 0ZM40 40H25A15 15 0 0 1 40 25ZM0 40V25A15 15 0 0 1 15 40Z',
  // A star of eight points.
  'm20 0L25.9 5.9H34.1V14.1L40 20L34.1 25.9V34.1H25.9L20 40L14.1 34.1H5.9V25.9L0 20L5.9 14.1V5.9H14.1Z',
  // Columns.
  'm0 0H11V40H0ZM29 0H40V40H29Z',
  // Rows.
  'm0 0H40V11H0ZM0 29H40V40H0Z',
  // A checkerboard.
  'm0 0H20V20H0ZM20 20H40V40H20Z',
  // A frame.
  'm0 0H40V40H0ZM6 6V34H34V6Z',
  // Two triangles.
  'm0 0L20 20L0 40ZM40 0L20 20L40 40Z',
  // Petals.
  'm0 0A20 20 0 0 1 20 20A20 20 0 0 1 0 0ZM40 0A20 20 0 0 1 20 20A20 20 0 0 1 40 0ZM40 40A20 20 0 0 1 20 20A20 20 0 0 1 40 40ZM0 40A20 20 0 0 1 20 20A20 20 0 0 1 0 40Z',
  // A quarter of a disc.
  'm0 40V5A35 35 0 0 1 35 40Z',
]

export type Tile = Hue & {
  /** An SVG path in the square. */
  cut: string
  /** In upper case; empty where the name has no letter and no digit. */
  initial: string
}

export function tileOf(name: string): Tile {
  const look = hashOf(name) % (HUES.length * CUTS.length)
  const hue = HUES[look % HUES.length]!
  const cut = CUTS[Math.floor(look / HUES.length)]!
  const [initial = ''] = /[\p{L}\p{N}]/u.exec(name) ?? []
  return { ...hue, cut, initial: initial.toUpperCase() }
}

/** A start that gives the users of the demonstration, who meet each other in every list, looks and hues far apart. */
const START = 60177

/** FNV-1a with a last stir, so that names that differ little make tiles that differ much. */
function hashOf(name: string): number {
  let hash = START
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
