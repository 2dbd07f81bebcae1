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
  'M0 0H2A2 2 0 0 1 0 2Z',
  'M0 0H2L0 2Z',
  'M1 0A1 1 0 0 1 1 2A1 1 0 0 1 1 0',
  'M1 0L2 1L1 2L0 1Z',
  'M0 0H2V1H0Z',
] as const

/** A user's tile, generated from the name alone, so that it is the same everywhere. Decorative, beside the name. */
export function Tile({ name, size = 44 }: { name: string; size?: number }) {
  const hash = hashOf(name)
  const [ground, figure] = PAIRS[hash % PAIRS.length] ?? PAIRS[0]
  return (
    <svg width={size} height={size} viewBox="0 0 4 4" aria-hidden className="shrink-0 rounded-control">
      <rect width="4" height="4" fill={ground} />
      {[0, 1, 2, 3].map((piece) => (
        <path
          key={piece}
          d={cutOf(hash, piece)}
          fill={figure}
          transform={`translate(${(piece % 2) * 2} ${Math.floor(piece / 2) * 2}) rotate(${((hash >>> (16 + piece * 3)) % 4) * 90} 1 1)`}
        />
      ))}
    </svg>
  )
}

/** Pieces across from each other are cut alike, as in a real tile. */
function cutOf(hash: number, piece: number): string | undefined {
  const isDiagonal = piece === 0 || piece === 3
  return CUTS[(hash >>> (isDiagonal ? 4 : 10)) % CUTS.length]
}

/** FNV-1a with a last stir, so that names that differ little make tiles that differ much. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
