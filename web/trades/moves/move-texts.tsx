import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { METHODS } from '../../../domain/payments/methods.ts'
import { REFUND_HOLD_MINUTES, WITHDRAWAL_MINUTES_MAX } from '../../../domain/trades/trades.ts'
import { useFormats } from '../../formats.ts'
import type { ButtonVariant } from '../../ui/button-class.ts'
import { BondRule, KeepBond, isRefusedWithBond } from '../Bond.tsx'
import type { PartyMove } from '../moves.ts'

export type MoveTexts = {
  label: string
  /** The warning under a final move. */
  hint?: ReactNode
  variant: ButtonVariant
  /** Of the button that opens the dialog, where it is another one. */
  openerVariant?: ButtonVariant
  /** What the dialog before the move says; omitted where there is none. */
  question?: ReactNode
  /** Shown when the server failed (spec-coverage 8). */
  failure: string
}

/** The texts of each move, in the specification's words where it has them. */
export function useMoveTexts(trade: Trade): Record<PartyMove, MoveTexts> {
  const isInPerson = METHODS[trade.paymentMethod].isInPerson
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const paid = formats.fiat(trade.amountFiat, trade.fiatCurrency)
  const failure = i18n._(ERRORS.internal.text)
  return {
    mark_paid: {
      label: isInPerson ? t`We have met` : t`I have sent the payment`,
      hint: isInPerson ? (
        <Trans>Press only when you are with the seller. You can’t cancel after that.</Trans>
      ) : (
        <Trans>Press only after you’ve paid. You can’t cancel after that.</Trans>
      ),
      variant: 'accent',
      question: isInPerson ? (
        <Trans>
          Do this when you are with the seller, before you hand over <strong className="text-ink">{paid}</strong>: the
          seller’s code proves that you have met. Your page then shows the code that releases the USDT once the cash is
          counted. You can’t cancel after that.
        </Trans>
      ) : (
        <Trans>
          Mark the trade as paid only after you’ve sent <strong className="text-ink">{paid}</strong>. You can’t cancel
          it after that.
        </Trans>
      ),
      failure,
    },
    confirm_receipt: {
      label: isInPerson ? t`Confirm the cash` : t`Confirm payment received`,
      hint: <Trans>This releases the USDT to the buyer and can’t be undone.</Trans>,
      variant: 'accent',
      question: (
        <div className="grid gap-3">
          <p>
            {isInPerson ? (
              <Trans>
                Count <strong className="text-ink">{paid}</strong> and check the notes before you confirm.
              </Trans>
            ) : (
              <Trans>
                Open your bank or payment account and check that <strong className="text-ink">{paid}</strong> has
                arrived from the buyer. A message or a screenshot doesn’t show that the money has arrived.
              </Trans>
            )}
          </p>
          <p>
            <Trans>The USDT is then released to the buyer. This can’t be undone.</Trans>
          </p>
          {trade.status === 'disputed' && (
            <p>
              <Trans>This ends the dispute. It isn’t a lost dispute: your record counts it separately.</Trans>
            </p>
          )}
        </div>
      ),
      failure: t`Failed to complete trade. Please try again.`,
    },
    extend_payment_window: {
      label: t`Extend payment window`,
      variant: 'line',
      failure,
    },
    withdraw_payment_mark: {
      label: t`Undo “paid”`,
      hint: (
        <Trans>
          Only if you didn’t pay, and within <Plural value={WITHDRAWAL_MINUTES_MAX} one="# minute" other="# minutes" />{' '}
          of marking it.
        </Trans>
      ),
      variant: 'line',
      openerVariant: 'link',
      question: <Trans>Use this only if you didn’t pay. The payment window resumes and both parties see it.</Trans>,
      failure,
    },
    cancel: {
      label: t`Cancel trade`,
      variant: 'danger',
      question: (
        <div className="grid gap-3">
          {isRefusedWithBond(trade) && <KeepBond trade={trade} />}
          <p>
            <Trans>Are you sure you want to cancel this trade? This action cannot be undone.</Trans>
          </p>
          {trade.role === 'buyer' && (
            <p className="font-medium text-ink">
              <Trans>
                If you’ve already paid, don’t cancel: mark the trade as paid. After you cancel, the USDT is returned to
                the seller immediately.
              </Trans>
            </p>
          )}
          {trade.role === 'seller' && trade.detailsShown && (
            <p className="font-medium text-ink">
              <Trans>
                The buyer has seen your payment details. The USDT stays locked for{' '}
                <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" /> and then returns to you, unless
                the buyer objects with a proof of payment. An objection opens a dispute.
              </Trans>
            </p>
          )}
          {trade.role === 'buyer' && trade.bond && (
            <p>
              <BondRule />
            </p>
          )}
        </div>
      ),
      failure: t`Failed to cancel trade. Please try again.`,
    },
  }
}
