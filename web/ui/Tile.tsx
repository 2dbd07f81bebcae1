import { TILE_SIDE, tileOf } from '../../domain/tile.ts'
import { pictureClass } from './picture-class.ts'

/** A user's generated tile. Decorative, beside the name. */
export function Tile({ name, size = 44 }: { name: string; size?: number }) {
  const { ground, figure, ink, cut, initial } = tileOf(name)
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${TILE_SIDE} ${TILE_SIDE}`}
      aria-hidden
      className={`select-none ${pictureClass}`}
    >
      <rect width={TILE_SIDE} height={TILE_SIDE} fill={ground} />
      <path d={cut} fill={figure} />
      <text x="20" y="27.4" textAnchor="middle" fontSize="21" fontWeight="600" fill={ink}>
        {initial}
      </text>
    </svg>
  )
}
