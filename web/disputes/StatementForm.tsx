import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { submitStatement, type Dispute } from '../../domain/api/disputes/disputes.ts'
import { readTradeAgain } from '../trades/queries.ts'
import { ObservedPrimaryButton } from '../trades/room/primary-button-in-view.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { useCallForm } from '../use-call-form.ts'
import { useCommand } from '../use-command.ts'
import { keepDispute } from './queries.ts'
import { StatementField, useStatement } from './StatementField.tsx'

/** The reader's statement of this round. */
export function StatementForm({ dispute }: { dispute: Dispute }) {
  const client = useQueryClient()
  const command = useCommand(submitStatement)
  const statement = useStatement(dispute.tradeId)
  const form = useCallForm({
    schema: submitStatement.body,
    extra: { statement: statement.text },
    async onSubmit(body) {
      try {
        keepDispute(client, await command.mutateAsync({ params: { tradeId: dispute.tradeId }, body }))
        statement.discard()
      } catch (error) {
        readTradeAgain(client, dispute.tradeId)
        throw error
      }
    },
  })
  return (
    <Form
      form={form}
      actions={
        <ObservedPrimaryButton>
          <Button type="submit" variant="accent" busy={form.busy} className="w-full sm:w-auto">
            <Trans>Submit statement</Trans>
          </Button>
        </ObservedPrimaryButton>
      }
    >
      <StatementField statement={statement} />
    </Form>
  )
}
