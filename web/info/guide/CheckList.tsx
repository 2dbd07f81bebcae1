import type { ReactNode } from 'react'
import Check from 'lucide/dist/esm/icons/check.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../../ui/Icon.tsx'

type Props = {
  items: readonly ReactNode[]
  /** Marks the items with a cross instead of a check. */
  isNever?: boolean
}

/** A list of short statements, each with a check or a cross. */
export function CheckList({ items, isNever = false }: Props) {
  return (
    <ul className="grid max-w-[42em] divide-y divide-line">
      {items.map((item, at) => (
        <li key={at} className="flex gap-3 py-3 first:pt-0">
          <span
            aria-hidden
            className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full ${isNever ? 'text-muted' : 'bg-buy-soft text-buy'}`}
          >
            {isNever ? <Icon of={X} size={18} /> : <Icon of={Check} size={16} />}
          </span>
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}
