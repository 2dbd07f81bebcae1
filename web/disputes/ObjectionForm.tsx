import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { objectToRefund, type Trade } from '../../domain/api.ts'
import { keepTrade, readTradeAgain } from '../trades/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { useCallForm } from '../use-call-form.ts'
import { useCommand } from '../use-command.ts'
import { StatementField } from './StatementField.tsx'

/** The buyer's objection to a held refund. */
export function ObjectionForm({ trade }: { trade: Trade }) {
  const client = useQueryClient()
  const command = useCommand(objectToRefund)
  const [statement, setStatement] = useState('')
  const form = useCallForm({
    schema: objectToRefund.body,
    extra: { seenStatus: trade.status, statement },
    async onSubmit(body) {
      try {
        keepTrade(client, await command.mutateAsync({ params: { tradeId: trade.id }, body }))
      } catch (error) {
        readTradeAgain(client, trade.id)
        throw error
      }
    },
  })
  return (
    <Form
      form={form}
      actions={
        <div>
          <Button type="submit" variant="accent" busy={form.busy} className="w-full sm:w-auto">
            <Trans>Object to the refund</Trans>
          </Button>
        </div>
      }
    >
      <StatementField value={statement} onValueChange={setStatement} />
    </Form>
  )
}
