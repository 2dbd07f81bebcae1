import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { useFormats } from '../../formats.ts'

/** What a completed trade brought the reader, and where that is: the test environment moves no USDT. */
export function TradeResult({ trade }: { trade: Trade }) {
  const formats = useFormats()
  const { role, split, hasDispute } = trade
  if (trade.status !== 'completed') return null
  if (role === 'buyer') {
    return (
      <Result
        label={<Trans>You received</Trans>}
        amount={formats.usdt(split?.toBuyer ?? trade.buyerReceives)}
        place={<Trans>Test environment: this USDT is not real, so it is in no wallet and can’t be sent.</Trans>}
      />
    )
  }
  if (split) {
    return (
      <Result
        label={<Trans>Returned to you</Trans>}
        amount={formats.usdt(split.toSeller)}
        place={<Trans>Test environment: this USDT is not real, so it is in no wallet and can’t be sent.</Trans>}
      />
    )
  }
  return hasDispute ? (
    <Result
      label={<Trans>Released to the buyer</Trans>}
      amount={formats.usdt(trade.buyerReceives)}
      place={<Trans>Test environment: no real USDT left your wallet.</Trans>}
    />
  ) : (
    <Result
      label={<Trans>You received</Trans>}
      amount={formats.fiat(trade.amountFiat, trade.fiatCurrency)}
      place={<Trans>Test environment: no real USDT left your wallet.</Trans>}
    />
  )
}

function Result({ label, amount, place }: { label: ReactNode; amount: string; place: ReactNode }) {
  return (
    <div className="w-full">
      <p className="text-sm text-muted">{label}</p>
      <p className="num text-2xl leading-tight font-semibold text-ink sm:text-3xl">{amount}</p>
      <p className="mt-1 text-sm">{place}</p>
    </div>
  )
}
