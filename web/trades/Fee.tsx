import { Trans } from '@lingui/react/macro'
import { FEE_PERCENT } from '../../domain/trades/quote.ts'
import { useFormats } from '../formats.ts'

/** The platform fee in the reader's format: "0.5%". */
export function Fee() {
  return <bdi>{useFormats().share(FEE_PERCENT)}</bdi>
}

/** The fee rule, the same text on every page. */
export function FeeRule() {
  return (
    <Trans>
      <Fee /> of the USDT amount, paid by the person who opens the trade, and only when it completes.
    </Trans>
  )
}
