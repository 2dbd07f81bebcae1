import { Trans } from '@lingui/react/macro'
import { Steps } from './Steps.tsx'

/** How it works, in three steps (spec-coverage 2 Static). */
export function ThreeSteps() {
  return (
    <Steps
      columns
      steps={[
        {
          title: <Trans>Find an offer</Trans>,
          text: <Trans>Filter by currency, amount and payment method, or create your own offer.</Trans>,
        },
        {
          title: <Trans>Secure escrow</Trans>,
          text: <Trans>Open a trade. The price is fixed, and the buyer pays the seller directly.</Trans>,
        },
        {
          title: <Trans>Complete the trade</Trans>,
          text: <Trans>The seller confirms the payment, and the USDT is released immediately.</Trans>,
        },
      ]}
    />
  )
}
