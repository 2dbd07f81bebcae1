import { useLingui } from '@lingui/react/macro'
import { STATEMENT_MAX } from '../../domain/disputes/disputes.ts'
import { useTextDraft } from '../session/text-draft.ts'
import { TextArea } from '../ui/fields/TextArea.tsx'

/** A statement that was begun follows the trade from one form to the next. */
export const useStatement = (tradeId: string) => useTextDraft(`statement ${tradeId}`)

type Props = { statement: ReturnType<typeof useStatement> }

/** What the party says happened. */
export function StatementField({ statement }: Props) {
  const { t } = useLingui()
  return (
    <TextArea
      value={statement.text}
      onValueChange={statement.write}
      name="statement"
      label={t`Your statement`}
      hint={t`Say what happened and when. The other party and the arbiter read it, and you can’t change it later.`}
      limit={STATEMENT_MAX}
      rows={6}
    />
  )
}
