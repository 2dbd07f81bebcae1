import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { openDispute } from '../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import {
  APPEAL_HOURS,
  DECISION_HOURS,
  DISPUTE_REASONS,
  openingReasons,
  STATEMENT_HOURS,
} from '../../domain/disputes/disputes.ts'
import { isMarkWithdrawable } from '../../domain/trades/trades.ts'
import { useDates } from '../dates.ts'
import { keepTrade, readTradeAgain } from '../trades/queries.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../ui/dialogs/DialogFormActions.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { useCallForm } from '../use-call-form.ts'
import { useCommand } from '../use-command.ts'
import { stillArrivesBy } from './payment-due.ts'
import { StatementField, useStatement } from './StatementField.tsx'

/** The reason, the statement, and what happens then. */
export function OpenDisputeDialog({ trade, onClose }: { trade: Trade; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const dates = useDates()
  const command = useCommand(openDispute)
  const dueAt = stillArrivesBy(trade)
  const isDue = dueAt === null
  const reasons = openingReasons(trade.role).filter((each) => isDue || each !== 'not_received')
  // While the payment can still arrive, what comes first would be a claim that the seller does not make.
  const [reason, setReason] = useState(isDue || trade.role === 'buyer' ? reasons[0]! : 'seller_other')
  const statement = useStatement(trade.id)
  const form = useCallForm({
    schema: openDispute.body,
    extra: { seenStatus: trade.status, reason, statement: statement.text },
    async onSubmit(body) {
      try {
        keepTrade(client, await command.mutateAsync({ params: { tradeId: trade.id }, body }))
        statement.discard()
        onClose()
      } catch (error) {
        readTradeAgain(client, trade.id)
        throw error
      }
    },
  })
  return (
    <Dialog isOpen startsInField onClose={onClose} title={<Trans>Open a dispute</Trans>}>
      <Form
        form={form}
        actions={
          <DialogFormActions onBack={onClose} busy={form.busy}>
            <Trans>Open dispute</Trans>
          </DialogFormActions>
        }
      >
        <Select
          name="reason"
          label={t`Reason`}
          options={reasons.map((value) => ({ value, label: i18n._(DISPUTE_REASONS[value].text) }))}
          value={reason}
          onValueChange={setReason}
        />
        {!isDue && trade.role === 'seller' && (
          <p role="note" className="rounded-control border-s-4 border-line bg-line/40 px-4 py-3 text-sm">
            <Trans>
              The payment can still arrive: the buyer’s bank has until {dates.moment(dueAt)}. From then on you can also
              choose “The payment hasn’t arrived”.
            </Trans>
          </p>
        )}
        <StatementField statement={statement} />
        <WhatHappensNext />
        <p className="text-sm">
          {trade.role === 'buyer' ? (
            isMarkWithdrawable(trade) && !trade.usedOnce.includes('withdraw_payment_mark') ? (
              <Trans>You haven’t paid? Go back and undo “paid” instead.</Trans>
            ) : (
              <Trans>You haven’t paid? Open the dispute and concede it: the USDT then returns to the seller.</Trans>
            )
          ) : (
            <Trans>Have you received the money? Go back and confirm the payment instead.</Trans>
          )}
        </p>
      </Form>
    </Dialog>
  )
}

function WhatHappensNext() {
  return (
    <section className="rounded-control border-s-4 border-line bg-line/40 px-4 py-3 text-sm">
      <h3 className="text-base">
        <Trans>What happens next</Trans>
      </h3>
      <ol className="mt-1 list-decimal ps-5">
        <li>
          <Trans>
            The USDT stays locked. The other party has <Plural value={STATEMENT_HOURS} one="# hour" other="# hours" />{' '}
            for a statement.
          </Trans>
        </li>
        <li>
          <Trans>
            An arbiter decides within the next <Plural value={DECISION_HOURS} one="# hour" other="# hours" />: release,
            refund or split.
          </Trans>
        </li>
        <li>
          <Trans>
            A party that does not get everything can appeal once, within{' '}
            <Plural value={APPEAL_HOURS} one="# hour" other="# hours" />. Then the decision is carried out.
          </Trans>
        </li>
      </ol>
    </section>
  )
}
