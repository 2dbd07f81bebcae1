import { useLingui } from '@lingui/react/macro'
import { STATEMENT_MAX } from '../../domain/disputes/disputes.ts'
import { TextArea } from '../ui/fields/TextArea.tsx'

type Props = { value: string; onValueChange: (value: string) => void }

/** What the party says happened. */
export function StatementField(props: Props) {
  const { t } = useLingui()
  return (
    <TextArea
      {...props}
      name="statement"
      label={t`Your statement`}
      hint={t`Say what happened and when. The other party and the arbiter read it, and you can’t change it later.`}
      limit={STATEMENT_MAX}
      rows={6}
    />
  )
}
