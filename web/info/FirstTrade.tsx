import { Trans } from '@lingui/react/macro'
import { QUOTE_SECONDS } from '../../domain/quote.ts'
import { Steps } from './Steps.tsx'

/** A first trade as its buyer goes through it, with the words of the buttons. */
export function BuyerSteps() {
  return (
    <Steps
      steps={[
        {
          title: <Trans>Pick an offer that sells USDT</Trans>,
          text: (
            <Trans>Look at price, limits, payment method and window, and at how many trades its owner completed.</Trans>
          ),
        },
        {
          title: <Trans>Enter an amount and open the trade</Trans>,
          text: (
            <Trans>
              You see what you pay, the fee and what you receive. The price holds for {QUOTE_SECONDS} seconds; opening
              the trade fixes it and locks the seller’s USDT.
            </Trans>
          ),
        },
        {
          title: <Trans>Pay the seller</Trans>,
          text: (
            <Trans>
              Ask in the chat where to. Pay from an account in your own name and put only the payment reference in the
              note.
            </Trans>
          ),
        },
        {
          title: <Trans>Say so: “I have sent the payment”</Trans>,
          text: <Trans>Only after you really did. From then on nobody can cancel the trade.</Trans>,
        },
        {
          title: <Trans>Receive the USDT</Trans>,
          text: <Trans>When the seller confirms, it is released to you at once, less the fee.</Trans>,
        },
      ]}
    />
  )
}

/** The same from the other side. */
export function SellerSteps() {
  return (
    <Steps
      steps={[
        {
          title: <Trans>Pick an offer that buys USDT, or post your own</Trans>,
          text: <Trans>Your own offer names your price and your terms, and costs you no fee.</Trans>,
        },
        {
          title: <Trans>Open the trade</Trans>,
          text: (
            <Trans>
              Your USDT is locked with it. If the buyer does not pay in time it comes back to you by itself.
            </Trans>
          ),
        },
        {
          title: <Trans>Tell the buyer where to pay</Trans>,
          text: <Trans>In the trade’s chat, which only the two of you can read.</Trans>,
        },
        {
          title: <Trans>Wait until the money is there</Trans>,
          text: <Trans>“Payment sent” is the buyer’s word. Your own account is the proof.</Trans>,
        },
        {
          title: <Trans>Press “Confirm Payment Received”</Trans>,
          text: (
            <Trans>This releases the USDT and cannot be taken back. If anything is unclear, do not press it.</Trans>
          ),
        },
      ]}
    />
  )
}
