import { tileOf } from '../../domain/tile.ts'

/** A user's generated tile. Decorative, beside the name. */
export function Tile({ name, size = 44 }: { name: string; size?: number }) {
  const { ground, figure, pieces } = tileOf(name)
  return (
    <svg width={size} height={size} viewBox="0 0 4 4" aria-hidden className="shrink-0 rounded-control">
      <rect width="4" height="4" fill={ground} />
      {pieces.map(({ path, transform }) => (
        <path key={transform} d={path} fill={figure} transform={transform} />
      ))}
    </svg>
  )
}
