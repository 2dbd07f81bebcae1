import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../domain/api.ts'
import { ERRORS } from '../../domain/errors.ts'
import { useFormats } from '../formats.ts'
import type { ButtonVariant } from '../ui/button-class.ts'
import type { PersonsAction } from './actions.ts'

export type MoveTexts = {
  label: string
  hint: ReactNode
  variant: ButtonVariant
  /** Asked before the move is made; left out where a press is enough. */
  question?: ReactNode
  /** Said when the server failed (spec section 8). */
  failure: string
}

/** How each move is worded for this trade; the specification's own words where it has them. */
export function useMoveTexts(trade: Trade): Record<PersonsAction, MoveTexts> {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const paid = formats.fiat(trade.amountFiat, trade.fiatCurrency)
  const failure = i18n._(ERRORS.internal.text)
  return {
    mark_paid: {
      label: t`I have sent the payment`,
      hint: <Trans>Press it only once you have paid. From then on the trade cannot be cancelled.</Trans>,
      variant: 'accent',
      failure,
    },
    confirm_receipt: {
      label: t`Confirm Payment Received`,
      hint: <Trans>This releases the USDT to the buyer and cannot be undone.</Trans>,
      variant: 'accent',
      question: (
        <div className="grid gap-3">
          <p>
            <Trans>
              Open your own bank or payment account and see that <strong className="text-ink">{paid}</strong> has
              arrived from the buyer. A picture in the chat or a message proves nothing.
            </Trans>
          </p>
          <p>
            <Trans>The USDT is then released to the buyer. Nobody can take that back.</Trans>
          </p>
        </div>
      ),
      failure: t`Failed to complete trade. Please try again.`,
    },
    give_time: {
      label: t`Give more time`,
      hint: <Trans>Adds the whole payment window once more. Possible once in a trade.</Trans>,
      variant: 'line',
      failure,
    },
    take_back_paid: {
      label: t`Not paid after all`,
      hint: <Trans>If the payment did not go through. Possible once in a trade.</Trans>,
      variant: 'line',
      question: (
        <Trans>
          Say this only if your payment was not sent. The payment window runs again, and both of you see that it
          happened.
        </Trans>
      ),
      failure,
    },
    cancel: {
      label: t`Cancel trade`,
      hint: <Trans>The USDT goes back to the seller.</Trans>,
      variant: 'danger',
      question: <Trans>Are you sure you want to cancel this trade? This action cannot be undone.</Trans>,
      failure: t`Failed to cancel trade. Please try again.`,
    },
  }
}
