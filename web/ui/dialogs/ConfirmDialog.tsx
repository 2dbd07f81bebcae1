import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import type { ButtonVariant } from '../button-class.ts'
import { backdropClass, popupClass } from './Dialog.tsx'
import { ErrorNote } from '../notices/ErrorNote.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** The question or notice itself. */
  children: ReactNode
  /** Omitted: the dialog is a notice with one button that closes it. */
  confirm?: { label: ReactNode; onConfirm: () => void; variant?: ButtonVariant; busy?: boolean }
  /** The label of the button that cancels. */
  dismissLabel?: ReactNode
  /** Why the confirmed action failed; the dialog stays open for a retry. */
  error?: ReactNode
}

/** Asks for confirmation, or shows a notice. A press outside does not close it. */
export function ConfirmDialog({ isOpen, onClose, title, children, confirm, dismissLabel, error }: Props) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && !confirm?.busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Popup className={popupClass}>
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-2 text-muted">
            {children}
          </AlertDialog.Description>
          {error && <ErrorNote className="mt-4">{error}</ErrorNote>}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant={confirm ? 'quiet' : 'accent'} onClick={onClose} disabled={confirm?.busy ?? false}>
              {dismissLabel ?? (confirm ? <Trans>Go back</Trans> : <Trans>OK</Trans>)}
            </Button>
            {confirm && (
              <Button variant={confirm.variant ?? 'accent'} busy={confirm.busy ?? false} onClick={confirm.onConfirm}>
                {confirm.label}
              </Button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
