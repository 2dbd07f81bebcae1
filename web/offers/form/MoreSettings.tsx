import { Trans } from '@lingui/react/macro'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { useState, type ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'

type Props = {
  /** Open from the beginning. */
  isSet: boolean
  /** One of the fields is wrong: it must be seen. */
  isWrong: boolean
  children: ReactNode
}

/** The settings of an offer that few owners change, collapsed unless one of them is set. */
export function MoreSettings({ isSet, isWrong, children }: Props) {
  const [isOpen, setIsOpen] = useState(isSet)
  const [wasWrong, setWasWrong] = useState(false)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setIsOpen(true)
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group/settings border-t border-line pt-2 sm:col-span-2"
    >
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
