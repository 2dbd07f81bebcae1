import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DemoNotice } from '../../layout/DemoNotice.tsx'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../../ui/Icon.tsx'

/** The notice of the demonstration: on a small screen its first sentences, which open, so that the trade begins on the first screen. */
export function RoomDemoNotice({ isInPerson, className }: { isInPerson: boolean; className: string }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={className}>
      {!isOpen && (
        <button
          type="button"
          aria-expanded={false}
          title={t`Show the whole notice`}
          onClick={() => setIsOpen(true)}
          className="flex min-h-6 w-full items-center gap-1.5 text-start text-xs leading-tight lg:hidden"
        >
          <span className="rounded-[4px] bg-accent px-1.5 leading-5 font-semibold text-on-accent uppercase">
            <Trans>Demo</Trans>
          </span>
          <span className="min-w-0">
            {isInPerson ? (
              <Trans>The USDT is not real. Don’t hand over money.</Trans>
            ) : (
              <Trans>The USDT is not real. Don’t send real money.</Trans>
            )}
          </span>
          <span className="shrink-0 text-muted">
            <Icon of={ChevronDown} size={16} />
          </span>
        </button>
      )}
      <DemoNotice isInPerson={isInPerson} className={isOpen ? '' : 'max-lg:hidden'} />
    </div>
  )
}
