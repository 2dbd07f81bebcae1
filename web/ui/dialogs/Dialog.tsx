import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { useRef, type ReactNode } from 'react'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../Icon.tsx'
import { FIELD, TYPED_FIELD } from '../FocusOnMount.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The focus begins in the first field, where there is one; or in the first that is typed in, after a choice that few change. */
  startsInField?: boolean | 'typed'
  /** True for content that is shown only once: Escape and a press outside do not close it. */
  isShownOnce?: boolean
}

/** A modal dialog. Focus stays inside it and returns afterwards; Escape and the cross close it. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  startsInField = false,
  isShownOnce = false,
}: Props) {
  const popup = useRef<HTMLDivElement>(null)

  /** True: the first button. */
  function firstFocus() {
    if (isShownOnce) return popup.current
    if (!startsInField) return true
    return (
      popup.current?.querySelector<HTMLElement>(startsInField === 'typed' ? TYPED_FIELD : `select, ${FIELD}`) ?? true
    )
  }

  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && !isShownOnce && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        {/* React passes events of the dialog's form on to a form around the dialog, which is neither sent nor typed in. */}
        <BaseDialog.Popup
          ref={popup}
          initialFocus={firstFocus}
          className={popupClass}
          onSubmit={(event) => event.stopPropagation()}
          onInput={(event) => event.stopPropagation()}
        >
          <div className="flex items-start justify-between gap-4">
            <BaseDialog.Title className="text-xl">{title}</BaseDialog.Title>
            {!isShownOnce && <CloseButton />}
          </div>
          {description !== undefined && (
            <BaseDialog.Description className="mt-1 text-muted">{description}</BaseDialog.Description>
          )}
          <div className="mt-4">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function CloseButton() {
  const { t } = useLingui()
  return (
    <BaseDialog.Close
      aria-label={t`Close`}
      className="-me-2 -mt-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
    >
      <Icon of={X} size={18} />
    </BaseDialog.Close>
  )
}

export const backdropClass =
  'fixed inset-0 z-40 bg-shade transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0'

export const popupClass =
  'fixed inset-x-4 bottom-4 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-lg overflow-y-auto rounded-panel border border-line bg-raised p-5 text-ink shadow-popup outline-none transition-[opacity,translate] duration-150 data-[ending-style]:translate-y-2 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0 sm:bottom-auto sm:top-[max(1rem,12dvh)] sm:max-h-[80dvh] sm:p-6'
