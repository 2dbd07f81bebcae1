import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Badge } from '../../../ui/Badge.tsx'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../../../ui/Icon.tsx'
import type { FilterName, Filters } from './filters.ts'

type Props = {
  filters: Filters
  /** The filters that are inside. */
  names: readonly FilterName[]
  children: ReactNode
}

/** Filters that take no room until they are wanted, or one of them is set. Opens without scripts, too. */
export function MoreFilters({ filters, names, children }: Props) {
  const { length } = names.filter((name) => filters[name])
  // It stays open when its last filter is removed: the reader may be typing another one.
  const [isOpen] = useState(length > 0)
  return (
    <details className="group/more open:col-span-full xl:not-open:col-span-2" open={isOpen}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <Trans>More filters</Trans>
        {length > 0 && <Badge>{length}</Badge>}
        <span className="group-open/more:rotate-180">
          <Icon of={ChevronDown} size={16} />
        </span>
      </summary>
      <div className="grid grid-cols-2 items-start gap-3 pt-1 md:grid-cols-4">{children}</div>
    </details>
  )
}
