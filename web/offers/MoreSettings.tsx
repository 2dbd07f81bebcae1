import { Trans } from '@lingui/react/macro'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'

/** The settings of an offer that few owners change, collapsed unless one of them is set. */
export function MoreSettings({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  return (
    <details open={isSet} className="group/settings border-t border-line pt-2 sm:col-span-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        <Trans>More settings</Trans>
        <span className="text-muted transition-transform duration-150 group-open/settings:rotate-180">
          <Icon of={ChevronDown} size={16} />
        </span>
      </summary>
      <div className="mt-2 grid gap-6">{children}</div>
    </details>
  )
}
