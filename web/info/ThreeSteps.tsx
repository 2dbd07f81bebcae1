import { Trans } from '@lingui/react/macro'
import { Steps } from './Steps.tsx'

/** How it works, in three steps (spec section 2, Static pages). */
export function ThreeSteps() {
  return (
    <Steps
      columns
      steps={[
        {
          title: <Trans>Find an offer</Trans>,
          text: <Trans>Filter by currency, amount and payment method. Or post an offer and name your own price.</Trans>,
        },
        {
          title: <Trans>Secure escrow</Trans>,
          text: <Trans>Opening the trade locks the seller’s USDT and fixes the price. Now the buyer pays.</Trans>,
        },
        {
          title: <Trans>Complete the trade</Trans>,
          text: <Trans>The seller sees the money arrive and confirms. The USDT is released at once.</Trans>,
        },
      ]}
    />
  )
}
