import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { statementText } from '../../../domain/api/disputes/case-values.ts'
import { openDispute } from '../../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { STATEMENT_MAX } from '../../../domain/disputes/disputes.ts'
import { DISPUTE_AFTER_MINUTES } from '../../../domain/trades/trades.ts'
import { refusalOf } from '../../client.ts'
import { useCommand } from '../../use-command.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { DialogFormActions } from '../../ui/dialogs/DialogFormActions.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { attemptMove } from '../attempt-move.ts'
import { useTrade } from '../queries.ts'

const MINUTE_MS = 60_000

type Props = {
  trade: Trade
  senderName: string
  payerName: string
  /** The message where the server failed. */
  failure: string
  onOpened: () => void
  onBack: () => void
}

/** Opens a dispute because a third party paid: the USDT stays locked and an arbiter decides. */
export function ThirdPartyDispute({ trade, senderName, payerName, failure, onOpened, onBack }: Props) {
  const { t } = useLingui()
  const client = useQueryClient()
  const command = useCommand(openDispute)
  const { clockOffsetMs } = useTrade(trade.id)
  const possibleAt = Date.parse(trade.paidAt ?? trade.now) + DISPUTE_AFTER_MINUTES * MINUTE_MS
  const [isEarly, setIsEarly] = useState(() => Date.now() + clockOffsetMs < possibleAt)
  const statement = useTextDraft(
    `third-party payer ${trade.id}`,
    t`The payment came from the account of ${senderName}. The buyer had declared ${payerName}.`,
  )
  const form = useZodForm({
    schema: disputed,
    async onSubmit(values) {
      const body = { seenStatus: trade.status, reason: 'third_party_payer' as const, ...values }
      const input = { params: { tradeId: trade.id }, body }
      const outcome = await attemptMove(client, trade, () => command.mutateAsync(input), failure)
      if ('failed' in outcome) return { message: outcome.failed }
      if ('refused' in outcome) return refusalOf(outcome.refused)
      statement.discard()
      onOpened()
    },
  })
  return (
    <Form
      form={form}
      actions={
        <div className="grid gap-3">
          {isEarly && (
            <p className="text-sm text-muted">
              <Trans>
                Available <Plural value={DISPUTE_AFTER_MINUTES} one="# minute" other="# minutes" /> after the trade is
                marked as paid.
              </Trans>{' '}
              <Countdown
                deadline={new Date(possibleAt).toISOString()}
                clockOffsetMs={clockOffsetMs}
                onEnd={() => setIsEarly(false)}
              />
            </p>
          )}
          <DialogFormActions onBack={onBack} busy={form.busy} disabled={isEarly}>
            <Trans>Open a dispute</Trans>
          </DialogFormActions>
        </div>
      }
    >
      <p className="text-muted">
        <Trans>
          This opens a dispute. The USDT stays locked, and an arbiter decides. Ask your bank to return the money. Never
          send it back yourself.
        </Trans>
      </p>
      <TextArea
        name="statement"
        label={<Trans>Your statement</Trans>}
        hint={<Trans>The buyer and the arbiter read it.</Trans>}
        value={statement.text}
        onValueChange={statement.write}
        limit={STATEMENT_MAX}
        rows={4}
      />
    </Form>
  )
}

const disputed = z.object({ statement: statementText })
