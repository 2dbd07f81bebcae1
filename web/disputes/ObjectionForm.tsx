import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { objectToRefund } from '../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { FileList } from '../trades/evidence/FileList.tsx'
import { FileUpload } from '../trades/evidence/FileUpload.tsx'
import { filesLeft, useFiles } from '../trades/evidence/queries.ts'
import { keepTrade, readTradeAgain } from '../trades/queries.ts'
import { ObservedPrimaryButton } from '../trades/room/primary-button-in-view.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { useCallForm } from '../use-call-form.ts'
import { useCommand } from '../use-command.ts'
import { StatementField, useStatement } from './StatementField.tsx'
import { RetryNote } from '../RetryNote.tsx'

/** The buyer's objection to a held refund. */
export function ObjectionForm({ trade }: { trade: Trade }) {
  const client = useQueryClient()
  const command = useCommand(objectToRefund)
  const note = useId()
  const statement = useStatement(trade.id)
  const files = useFiles(trade.id)
  const proofs = (files.data ?? []).filter(({ purpose }) => purpose === 'payment_proof')
  const form = useCallForm({
    schema: objectToRefund.body,
    extra: { seenStatus: trade.status, statement: statement.text, proofId: proofs.at(-1)?.id },
    async onSubmit(body) {
      try {
        keepTrade(client, await command.mutateAsync({ params: { tradeId: trade.id }, body }))
        statement.discard()
      } catch (error) {
        readTradeAgain(client, trade.id)
        throw error
      }
    },
  })
  const names = { buyer: trade.buyer.username, seller: trade.seller.username }
  const hasProof = proofs.length > 0
  return (
    <Form
      form={form}
      actions={
        <ObservedPrimaryButton>
          <Button
            type="submit"
            variant="accent"
            busy={form.busy}
            disabled={!hasProof}
            aria-describedby={hasProof ? undefined : note}
            className="w-full sm:w-auto"
          >
            <Trans>Object to the refund</Trans>
          </Button>
          {!hasProof && (
            <p id={note} className="mt-1.5 text-sm text-muted">
              <Trans>Add a proof of payment first.</Trans>
            </p>
          )}
        </ObservedPrimaryButton>
      }
    >
      <div className="grid gap-3">
        <h3 className="text-base">
          <Trans>Proof of payment</Trans>
        </h3>
        {hasProof && <FileList files={proofs} names={names} own={trade.role} />}
        <RetryNote query={files} />
        <FileUpload
          tradeId={trade.id}
          purpose="payment_proof"
          left={filesLeft(files.data ?? [], 'payment_proof', trade.role)}
        />
      </div>
      <StatementField statement={statement} />
    </Form>
  )
}
