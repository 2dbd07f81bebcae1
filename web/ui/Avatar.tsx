import { useState } from 'react'
import { pictureClass } from './picture-class.ts'
import { Tile } from './Tile.tsx'

type Props = {
  name: string
  /** The URL of the profile picture; null without one. */
  picture: string | null
  /** Pixels a side. */
  size?: number
}

/** A user's picture, or a generated tile where there is none or it fails to load. Decorative, beside the name. */
export function Avatar({ name, picture, size = 44 }: Props) {
  const [lost, setLost] = useState<string | null>(null)
  if (picture === null || picture === lost) return <Tile name={name} size={size} />
  return (
    <img
      src={picture}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setLost(picture)}
      className={`aspect-square bg-line object-cover ${pictureClass}`}
    />
  )
}
