import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { confirmReceiptInDispute } from '../../../domain/api/disputes/endings.ts'
import { confirmReceipt, type Trade } from '../../../domain/api/trades/trades.ts'
import { METHODS } from '../../../domain/payments/methods.ts'
import { RELEASE_CODE_INVALID, shownCode, MEETING_CODE_DIGITS } from '../../../domain/payments/meeting-codes.ts'
import { payerName } from '../../../domain/payments/payer-check.ts'
import { refusalOf } from '../../client.ts'
import { useCommand } from '../../use-command.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/DialogFormActions.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { attemptMove } from '../attempt-move.ts'
import type { MoveDialogProps } from './move-dialog.ts'
import { CodeField } from './CodeField.tsx'
import { MethodNotes } from '../payment/MethodNotes.tsx'
import { PayerDiffers } from '../payment/PayerDiffers.tsx'

/** Asks whether the money is there and who sent it, and releases the USDT where the payer is the declared one. */
export function ConfirmReceiptDialog(props: MoveDialogProps) {
  const { isOpen, onClose, texts } = props
  const [differing, setDiffering] = useState<string | null>(null)
  const title = differing === null ? texts.label : <Trans>The names differ</Trans>

  function close() {
    setDiffering(null)
    onClose()
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      <Steps {...props} onClose={close} differing={differing} onDiffering={setDiffering} />
    </Dialog>
  )
}

const seenInAccount = z.literal(true, /*i18n*/ 'Check your account first, then tick this.')
const counted = z.literal(true, /*i18n*/ 'Count the cash first, then tick this.')
const none = z.optional(z.undefined())

function schemaOf({ paymentMethod, status, paidAt }: Trade) {
  if (METHODS[paymentMethod].isInPerson) {
    // In a dispute the parties do not meet again.
    const code = status === 'disputed' ? none : shownCode(RELEASE_CODE_INVALID)
    return z.object({ seenInAccount: counted, senderName: none, releaseCode: code })
  }
  // After an objection the buyer has declared no payer.
  return z.object({ seenInAccount, senderName: paidAt === null ? none : payerName(), releaseCode: none })
}

/** The confirmation of this trade, which in a dispute is a move of the case. */
function useConfirmation(trade: Trade) {
  const confirm = useCommand(confirmReceipt)
  const inDispute = useCommand(confirmReceiptInDispute)
  const params = { tradeId: trade.id }
  return ({ releaseCode: code, ...said }: Said) =>
    trade.status === 'disputed'
      ? inDispute.mutateAsync({ params, body: { seenInAccount: true, ...said } })
      : confirm.mutateAsync({
          params,
          body: { seenStatus: trade.status, seenInAccount: true, ...said, releaseCode: code },
        })
}

type Said = {
  senderName?: string | undefined
  releaseCode?: string | undefined
  statedSamePerson?: true
}

type StepsProps = MoveDialogProps & {
  /** The name that differs from the declared one; null before that is known. */
  differing: string | null
  onDiffering: (name: string | null) => void
}

function Steps({ trade, texts, onClose, onProblem, differing, onDiffering }: StepsProps) {
  const client = useQueryClient()
  const confirm = useConfirmation(trade)
  const isInPerson = METHODS[trade.paymentMethod].isInPerson
  const isMarked = trade.paidAt !== null
  const [typed, setTyped] = useState('')

  async function send(said: Said) {
    const outcome = await attemptMove(client, trade, () => confirm(said), texts.failure)
    if ('failed' in outcome) return { message: outcome.failed }
    if ('refused' in outcome && outcome.refused.code === 'payer_name_differs') return onDiffering(said.senderName ?? '')
    if ('refused' in outcome && (outcome.refused.code === 'invalid_input' || outcome.refused.field === 'releaseCode'))
      return refusalOf(outcome.refused)
    onClose()
    if ('refused' in outcome) onProblem(outcome.refused.message)
  }

  const form = useZodForm({
    schema: schemaOf(trade),
    onSubmit: ({ senderName, releaseCode: code }) => send({ senderName, releaseCode: code }),
  })
  if (differing !== null) {
    return (
      <PayerDiffers
        trade={trade}
        senderName={differing}
        failure={texts.failure}
        onDone={onClose}
        onSamePerson={() => send({ senderName: differing, statedSamePerson: true })}
        onBack={() => onDiffering(null)}
      />
    )
  }
  return (
    <Form
      form={form}
      actions={
        <DialogFormActions onBack={onClose} busy={form.busy} variant={texts.variant}>
          {texts.label}
        </DialogFormActions>
      }
    >
      <div className="text-muted">{texts.question}</div>
      <Checkbox
        name="seenInAccount"
        label={
          isInPerson ? (
            <Trans>I have counted the cash, and I’m keeping it.</Trans>
          ) : (
            <Trans>I have checked my own account, and the money is there.</Trans>
          )
        }
      />
      {isInPerson && trade.status !== 'disputed' && (
        <CodeField
          name="releaseCode"
          label={<Trans>Code on the buyer’s page</Trans>}
          hint={
            <Trans>
              {MEETING_CODE_DIGITS} digits, from the buyer’s own screen in front of you. Never type one that was sent to
              you.
            </Trans>
          }
        />
      )}
      {!(isInPerson && trade.status === 'disputed') && <MethodNotes trade={trade} />}
      {!isInPerson && !isMarked && (
        <p>
          <Trans>
            The buyer named no payer, so no name is compared. If another person paid, don’t release the USDT: say so in
            the chat, which the arbiter reads.
          </Trans>
        </p>
      )}
      {!isInPerson && isMarked && (
        <TextField
          name="senderName"
          label={<Trans>Sender’s name</Trans>}
          hint={<Trans>Type it as your account shows it. It is compared with the name that the buyer declared.</Trans>}
          value={typed}
          onValueChange={setTyped}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
      )}
    </Form>
  )
}
