import { Plural, Trans } from '@lingui/react/macro'
import { REFUND_HOLD_MINUTES } from '../../../domain/trades/trades.ts'

/** What happens to the USDT of a cancelled trade, the same text on every page. */
export function RefundRule() {
  return (
    <Trans>
      The USDT is returned to the seller; if the seller cancels or the payment window ends after the buyer has seen the
      payment details, the refund is held for <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" />.
    </Trans>
  )
}
