import { Plural, Trans } from '@lingui/react/macro'
import { QUOTE_SECONDS } from '../../../domain/trades/quote.ts'
import { REFUND_HOLD_MINUTES } from '../../../domain/trades/trades.ts'
import { Steps } from './Steps.tsx'

/** The buyer's five steps, with the labels of the buttons. */
export function BuyerSteps() {
  return (
    <Steps
      steps={[
        {
          title: <Trans>Choose an offer that sells USDT</Trans>,
          text: (
            <Trans>Check the price, limits, payment method, payment window and the trader’s completed trades.</Trans>
          ),
        },
        {
          title: <Trans>Enter an amount and open the trade</Trans>,
          text: (
            <Trans>
              You see what you pay, the fee and what you receive. The quote expires in{' '}
              <Plural value={QUOTE_SECONDS} one="# second" other="# seconds" />. Opening the trade fixes the price and
              locks the seller’s USDT.
            </Trans>
          ),
        },
        {
          title: <Trans>Pay the seller</Trans>,
          text: (
            <Trans>
              The trade shows you the seller’s account. Pay the exact amount from an account in your own name, with only
              the payment reference in the note.
            </Trans>
          ),
        },
        {
          title: <Trans>Press “I have sent the payment”</Trans>,
          text: (
            <Trans>
              Press only after you’ve paid. You can’t cancel after that. Until your first completed trade, add an image
              or PDF of the payment.
            </Trans>
          ),
        },
        {
          title: <Trans>Receive the USDT</Trans>,
          text: <Trans>When the seller confirms, the USDT is released to you immediately, minus the fee.</Trans>,
        },
      ]}
    />
  )
}

/** The seller's five steps. */
export function SellerSteps() {
  return (
    <Steps
      steps={[
        {
          title: <Trans>Choose an offer that buys USDT, or create your own</Trans>,
          text: <Trans>Your own offer has your price and terms, and you pay no fee.</Trans>,
        },
        {
          title: <Trans>Open the trade</Trans>,
          text: (
            <Trans>
              This locks your USDT. If the buyer doesn’t pay in time, the trade is cancelled and your USDT is returned.
              If the buyer has seen your payment details, they first have{' '}
              <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" /> to object with a proof of payment.
            </Trans>
          ),
        },
        {
          title: <Trans>The buyer sees your account</Trans>,
          text: (
            <Trans>The trade shows the payment account that you chose. Never send other details in the chat.</Trans>
          ),
        },
        {
          title: <Trans>Wait for the payment</Trans>,
          text: <Trans>“Marked as paid” is the buyer’s claim. Only your own account is proof.</Trans>,
        },
        {
          title: <Trans>Press “Confirm payment received”</Trans>,
          text: <Trans>This releases the USDT and is final. If anything is unclear, don’t press it.</Trans>,
        },
      ]}
    />
  )
}
