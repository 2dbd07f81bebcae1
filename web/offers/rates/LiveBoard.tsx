import { Trans } from '@lingui/react/macro'
import type { MarketRate } from '../../../domain/api/offers/market.ts'
import { RateLines } from './RateLines.tsx'
import { RatesNote } from './RateNote.tsx'

/** The rates of sources, which move by themselves. */
export function LiveBoard({ rates }: { rates: MarketRate[] }) {
  return (
    <div>
      <p className="pb-2 text-sm text-muted">
        <Trans>Reference rates, 1 USDT</Trans>
      </p>
      <RateLines rates={rates} drifts={null} />
      <p className="mt-2 text-sm text-muted">
        <RatesNote />
      </p>
    </div>
  )
}
