import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { appealDecision, type Dispute } from '../../domain/api/disputes/disputes.ts'
import { DECISION_HOURS, STATEMENT_HOURS } from '../../domain/disputes/disputes.ts'
import { readTradeAgain } from '../trades/queries.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../ui/dialogs/DialogFormActions.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { useCallForm } from '../use-call-form.ts'
import { useCommand } from '../use-command.ts'
import { keepDispute } from './queries.ts'
import { StatementField, useStatement } from './StatementField.tsx'

/** Asks for the statement with which the second round begins. */
export function AppealDialog({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const client = useQueryClient()
  const command = useCommand(appealDecision)
  const statement = useStatement(dispute.tradeId)
  const form = useCallForm({
    schema: appealDecision.body,
    extra: { statement: statement.text },
    async onSubmit(body) {
      try {
        keepDispute(client, await command.mutateAsync({ params: { tradeId: dispute.tradeId }, body }))
        statement.discard()
        onClose()
      } catch (error) {
        readTradeAgain(client, dispute.tradeId)
        throw error
      }
    },
  })
  return (
    <Dialog
      isOpen
      startsInField
      onClose={onClose}
      title={<Trans>Appeal the decision</Trans>}
      description={
        <Trans>
          The other party has <Plural value={STATEMENT_HOURS} one="# hour" other="# hours" /> for a statement. Then
          another arbiter decides within <Plural value={DECISION_HOURS} one="# hour" other="# hours" />, and that
          decision is final.
        </Trans>
      }
    >
      <Form
        form={form}
        actions={
          <DialogFormActions onBack={onClose} busy={form.busy}>
            <Trans>Submit appeal</Trans>
          </DialogFormActions>
        }
      >
        <StatementField statement={statement} />
      </Form>
    </Dialog>
  )
}
