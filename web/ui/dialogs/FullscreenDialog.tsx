import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../Icon.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Read when the dialog closes: the part of the page that is scrolled to and gets the focus; null: what had it before. */
  returnTo?: () => HTMLElement | null
}

/** A dialog as large as the screen, for phones. Its content fills the space below the heading. */
export function FullscreenDialog({ isOpen, onClose, title, children, returnTo }: Props) {
  const { t } = useLingui()

  function focusAfter() {
    const part = returnTo?.() ?? null
    part?.scrollIntoView()
    return part ?? true
  }

  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Popup
          finalFocus={focusAfter}
          className="fixed inset-0 z-50 flex h-dvh flex-col bg-surface text-ink transition-opacity duration-150 outline-none data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
        >
          <div className="flex shrink-0 items-center justify-between gap-4 border-b border-line py-2 ps-4 pe-2">
            <BaseDialog.Title className="min-w-0 truncate text-lg">{title}</BaseDialog.Title>
            <BaseDialog.Close
              aria-label={t`Close`}
              className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
            >
              <Icon of={X} size={18} />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
