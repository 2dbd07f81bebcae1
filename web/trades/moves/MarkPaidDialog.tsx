import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { TradeFile } from '../../../domain/api/trades/evidence.ts'
import { markPaid, type Trade } from '../../../domain/api/trades/trades.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { METHODS } from '../../../domain/payments/methods.ts'
import { MEETING_CODE_INVALID, shownCode, MEETING_CODE_DIGITS } from '../../../domain/payments/meeting-codes.ts'
import { payerName } from '../../../domain/payments/payer-check.ts'
import { needsPaymentProof } from '../../../domain/trades/evidence.ts'
import { refusalOf } from '../../client.ts'
import { FileList } from '../evidence/FileList.tsx'
import { FileUpload } from '../evidence/FileUpload.tsx'
import { filesLeft, useFiles } from '../evidence/queries.ts'
import { useAccountHolders } from '../../payments/payment-accounts/queries.ts'
import { RetryNote } from '../../RetryNote.tsx'
import { useCommand } from '../../use-command.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/DialogFormActions.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { MethodNotes } from '../payment/MethodNotes.tsx'
import { CodeField } from './CodeField.tsx'
import { attemptMove } from '../attempt-move.ts'
import type { MoveDialogProps } from './move-dialog.ts'

/** Asks whose account the money left, or in person for the seller’s code, and marks the trade as paid. */
export function MarkPaidDialog(props: MoveDialogProps) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={props.texts.label} startsInField>
      <MarkPaidForm {...props} />
    </Dialog>
  )
}

const none = z.optional(z.undefined())

function schemaOf(trade: Trade) {
  const { isInPerson } = METHODS[trade.paymentMethod]
  return z.object({
    payerName: isInPerson ? none : payerName(),
    meetingCode: isInPerson ? shownCode(MEETING_CODE_INVALID) : none,
    proofId: needsPaymentProof(trade) ? z.string(ERRORS.proof_required.text) : z.optional(z.string()),
  })
}

function MarkPaidForm({ trade, texts, onClose, onProblem }: MoveDialogProps) {
  const client = useQueryClient()
  const command = useCommand(markPaid)
  const { data: holders = [] } = useAccountHolders(trade.paymentMethod)
  const [isSending, setIsSending] = useState(false)
  const files = useFiles(trade.id)
  const [added, setAdded] = useState<string>()
  const proof = proofToSend(files.data ?? [], added)
  const isRequired = needsPaymentProof(trade)
  const isInPerson = METHODS[trade.paymentMethod].isInPerson
  const left = filesLeft(files.data ?? [], 'payment_proof', trade.role)
  const form = useZodForm({
    schema: schemaOf(trade),
    extra: proof ? { proofId: proof.id } : {},
    async onSubmit(values) {
      const input = { params: { tradeId: trade.id }, body: { seenStatus: trade.status, ...values } }
      const outcome = await attemptMove(client, trade, () => command.mutateAsync(input), texts.failure)
      if ('failed' in outcome) return { message: outcome.failed }
      if ('refused' in outcome && (outcome.refused.code === 'invalid_input' || outcome.refused.field !== undefined))
        return refusalOf(outcome.refused)
      onClose()
      if ('refused' in outcome) onProblem(outcome.refused.message)
    },
  })
  const names = { buyer: trade.buyer.username, seller: trade.seller.username }
  return (
    <Form
      form={form}
      actions={
        <DialogFormActions onBack={onClose} busy={form.busy} disabled={isSending} variant={texts.variant}>
          {texts.label}
        </DialogFormActions>
      }
    >
      <p className="text-muted">{texts.question}</p>
      {isInPerson ? (
        <CodeField
          name="meetingCode"
          label={<Trans>Code on the seller’s page</Trans>}
          hint={
            <Trans>
              {MEETING_CODE_DIGITS} digits, from the seller’s own screen in front of you. Without it, keep your cash.
            </Trans>
          }
        />
      ) : (
        <PayerField holder={holders[0]} />
      )}
      <MethodNotes trade={trade} />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">
          {isRequired ? <Trans>Proof of payment</Trans> : <Trans>Proof of payment (optional)</Trans>}
        </legend>
        {isRequired && (
          <p className="text-sm text-muted">
            {isInPerson ? (
              <Trans>
                A photo of the counted cash, before you hand it over. It is required until your first completed trade,
                and the seller sees it.
              </Trans>
            ) : (
              <Trans>
                An image or PDF of the sent payment, for example from your banking app. It is required until your first
                completed trade, and the seller sees it.
              </Trans>
            )}
          </p>
        )}
        <p className="text-sm text-muted">
          <Trans>Test environment: any image or PDF will do. Don’t add a real bank document.</Trans>
        </p>
        <RetryNote query={files} />
        {proof && <FileList files={[proof]} names={names} own={trade.role} />}
        <FileUpload
          tradeId={trade.id}
          purpose="payment_proof"
          left={Math.min(1, left)}
          onAdded={({ id }) => {
            setAdded(id)
            form.clear()
          }}
          onSending={setIsSending}
        />
        {proof && left > 0 && (
          <p className="text-sm text-muted">
            <Trans>A file that you add now takes its place.</Trans>
          </p>
        )}
      </fieldset>
    </Form>
  )
}

function PayerField({ holder = '' }: { holder: string | undefined }) {
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <TextField
        name="payerName"
        label={<Trans>Name on the account you paid from</Trans>}
        hint={<Trans>First name and surname, as your bank or wallet shows them.</Trans>}
        value={typed ?? holder}
        onValueChange={setTyped}
        autoComplete="name"
        spellCheck={false}
        dir="auto"
      />
      <p className="text-sm text-muted">
        <Trans>
          Pay only from your own account. The seller compares this name with the sender’s name they see, and doesn’t
          have to accept a payment from another person.
        </Trans>
      </p>
    </>
  )
}

/** What was added last in this form; else a draft from an earlier opening, unless the seller has a proof: one that was replaced stays a draft. */
function proofToSend(files: readonly TradeFile[], added: string | undefined): TradeFile | undefined {
  const proofs = files.filter(({ purpose }) => purpose === 'payment_proof')
  const drafts = proofs.filter(({ isSubmitted }) => !isSubmitted)
  return drafts.find(({ id }) => id === added) ?? (drafts.length === proofs.length ? drafts.at(-1) : undefined)
}
