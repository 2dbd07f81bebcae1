import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'

type Props = {
  id?: string
  title: ReactNode
  badge?: ReactNode
  children: ReactNode
}

/** A card of the room that is closed at first, since no party acts on it or the chat has it too. */
export function FoldedCard({ id, title, badge, children }: Props) {
  return (
    <details id={id} className="panel group/card px-4 sm:px-7">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-3 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg">{title}</h2>
        {badge}
        <span className="ms-auto text-muted transition-transform group-open/card:rotate-180">
          <Icon of={ChevronDown} size={16} />
        </span>
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}
