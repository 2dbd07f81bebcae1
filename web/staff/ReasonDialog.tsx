import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { StaffReport } from '../../domain/api/staff/administration.ts'
import type { StaffUser } from '../../domain/api/staff/staff.ts'
import { ERRORS } from '../../domain/errors.ts'
import { STAFF_CONFLICT_DAYS } from '../../domain/staff/staff.ts'
import { reasonSchema } from '../../domain/staff/staff-forms.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { ReasonField } from './ReasonField.tsx'
import { useActionForm } from './use-action-form.ts'

type Props = {
  /** The word on both buttons. */
  action: string
  /** The name of the button that opens the dialog, for screen readers. */
  name: string
  variant: 'danger' | 'accent'
  title: ReactNode
  description: ReactNode
  /** Shown when it is done. */
  doneText: string
  /** Who reads the reason; left out: the user does. */
  hint?: string
  act: (reason: string) => Promise<unknown>
}

/** A button with its dialog: an action about a user or an offer, for a reason that is recorded and that the user reads. */
export function ReasonDialog({ action, name, variant, title, description, ...form }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={variant} size="row" aria-label={name} onClick={() => setIsOpen(true)}>
        {action}
      </Button>
      <Dialog isOpen={isOpen} startsInField onClose={() => setIsOpen(false)} title={title} description={description}>
        <ReasonForm action={action} variant={variant} onClose={() => setIsOpen(false)} {...form} />
      </Dialog>
    </>
  )
}

type FormProps = Pick<Props, 'action' | 'variant' | 'doneText' | 'hint' | 'act'> & { onClose: () => void }

function ReasonForm({ action, variant, doneText, hint, act, onClose }: FormProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const form = useActionForm({
    schema: reasonSchema,
    extra: { reason },
    async act(body) {
      await act(body.reason)
      return doneText
    },
    onDone: onClose,
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant={variant} busy={form.busy} className="justify-self-start">
          {action}
        </Button>
      }
    >
      <ReasonField
        hint={hint ?? t`The user reads this reason. Don’t name who reported them.`}
        value={reason}
        onValueChange={setReason}
      />
    </Form>
  )
}

/** A reason as the staff wrote it. */
export function ReasonText({ children }: { children: string }) {
  return (
    <p dir="auto" className="w-fit max-w-[70ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}

/** Why the viewer cannot act here. */
export function ActionRefusal({ code }: { code: NonNullable<StaffReport['refusal'] | StaffUser['refusal']> }) {
  const { i18n } = useLingui()
  const texts = {
    own_account: <Trans>This is your own account. Another admin has to decide.</Trans>,
    staff_account: <Trans>This user has a staff role, which the operator of the server has to revoke first.</Trans>,
    own_report: i18n._(ERRORS.own_report.text),
    rating_conflict: i18n._(ERRORS.rating_conflict.text, { days: STAFF_CONFLICT_DAYS }),
    staff_conflict: i18n._(ERRORS.staff_conflict.text, { days: STAFF_CONFLICT_DAYS }),
  }
  return <p className="text-sm text-muted">{texts[code]}</p>
}
