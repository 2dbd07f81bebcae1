import { createElement } from 'react'
import type { IconNode } from 'lucide'

const STROKE_PIXELS = 1.6

/** A drawing of Lucide, imported by its file, so that each page downloads its own drawings only. Decoration: the words are beside it. */
export function Icon({
  of: shapes,
  size,
  isFilled = false,
  className,
}: {
  of: IconNode
  size: number
  isFilled?: boolean
  className?: string
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={(24 * STROKE_PIXELS) / size}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={className}
    >
      {shapes.map(([shape, attributes]) => createElement(shape, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  )
}
