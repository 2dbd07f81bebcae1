/** Ground and figure, in pairs that stand apart. */
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

/** The three cuts of a zellige piece, each inside a 2 by 2 square. */
const CUTS = ['M0 0H2A2 2 0 0 1 0 2Z', 'M0 0H2L0 2Z', 'M1 0A1 1 0 0 1 1 2A1 1 0 0 1 1 0'] as const

/** A person's tile, drawn from the name alone: the same name is the same tile everywhere. Decoration beside the name. */
export function Tile({ name, size = 44 }: { name: string; size?: number }) {
  const hash = hashOf(name)
  const [ground, figure] = PAIRS[hash % PAIRS.length] ?? PAIRS[0]
  const cut = CUTS[(hash >>> 9) % CUTS.length]
  return (
    <svg width={size} height={size} viewBox="0 0 4 4" aria-hidden className="shrink-0 rounded-control">
      <rect width="4" height="4" fill={ground} />
      {[0, 1, 2, 3].map((piece) => (
        <path
          key={piece}
          d={cut}
          fill={figure}
          transform={`translate(${(piece % 2) * 2} ${Math.floor(piece / 2) * 2}) rotate(${((hash >>> (piece * 3)) % 4) * 90} 1 1)`}
        />
      ))}
    </svg>
  )
}

function hashOf(name: string): number {
  let hash = 7
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash
}
