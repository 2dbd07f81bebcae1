import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** The settings of an offer that few owners change, collapsed unless one of them is set. */
export function MoreSettings({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  return (
    <details open={isSet} className="border-t border-line pt-4 sm:col-span-2">
      <summary className="min-h-6 cursor-pointer font-semibold">
        <Trans>More settings</Trans>
      </summary>
      <div className="mt-4 grid gap-6">{children}</div>
    </details>
  )
}
