import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { confirmReceipt } from '../../../domain/api/trades/trades.ts'
import { payerName } from '../../../domain/payments/payer-check.ts'
import { refusalOf } from '../../client.ts'
import { useCommand } from '../../use-command.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/DialogFormActions.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { attemptMove } from './attempt-move.ts'
import type { MoveDialogProps } from './move-dialog.ts'
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

const received = z.object({
  seenInAccount: z.literal(true, /*i18n*/ 'Check your account first, then tick this.'),
  senderName: payerName(),
})

type StepsProps = MoveDialogProps & {
  /** The name that differs from the declared one; null before that is known. */
  differing: string | null
  onDiffering: (name: string | null) => void
}

function Steps({ trade, texts, onClose, onProblem, differing, onDiffering }: StepsProps) {
  const client = useQueryClient()
  const command = useCommand(confirmReceipt)
  const [typed, setTyped] = useState('')

  async function send(senderName: string, stated: { statedSamePerson?: true } = {}) {
    const body = { seenStatus: trade.status, seenInAccount: true as const, senderName, ...stated }
    const input = { params: { tradeId: trade.id }, body }
    const outcome = await attemptMove(client, trade, () => command.mutateAsync(input), texts.failure)
    if ('failed' in outcome) return { message: outcome.failed }
    if ('refused' in outcome && outcome.refused.code === 'invalid_input') return refusalOf(outcome.refused)
    if ('refused' in outcome && outcome.refused.code === 'payer_name_differs') return onDiffering(senderName)
    onClose()
    if ('refused' in outcome) onProblem(outcome.refused.message)
  }

  const form = useZodForm({ schema: received, onSubmit: ({ senderName }) => send(senderName) })
  if (differing !== null) {
    return (
      <PayerDiffers
        trade={trade}
        senderName={differing}
        failure={texts.failure}
        onDone={onClose}
        onSamePerson={() => send(differing, { statedSamePerson: true })}
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
      <Checkbox name="seenInAccount" label={<Trans>I have checked my own account, and the money is there.</Trans>} />
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
    </Form>
  )
}
