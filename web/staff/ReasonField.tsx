import { useLingui } from '@lingui/react/macro'
import { REASON_MAX } from '../../domain/staff/staff-forms.ts'
import { TextArea } from '../ui/fields/TextArea.tsx'

type Props = {
  value: string
  onValueChange: (reason: string) => void
  /** Who reads it; left out: the audit log only. */
  hint?: string | undefined
}

/** The reason of a staff action. */
export function ReasonField({ hint, ...field }: Props) {
  const { t } = useLingui()
  return (
    <TextArea
      name="reason"
      label={t`Reason`}
      hint={hint ?? t`For the audit log: users don’t read it.`}
      rows={3}
      limit={REASON_MAX}
      {...field}
    />
  )
}
