import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { useFormats } from '../../formats.ts'

/** What a completed trade brought the reader. */
export function TradeResult({ trade }: { trade: Trade }) {
  const formats = useFormats()
  const { role, split, hasDispute } = trade
  if (trade.status !== 'completed') return null
  if (role === 'buyer') {
    return <Result label={<Trans>You received</Trans>}>{formats.usdt(split?.toBuyer ?? trade.buyerReceives)}</Result>
  }
  if (split) return <Result label={<Trans>Returned to you</Trans>}>{formats.usdt(split.toSeller)}</Result>
  return hasDispute ? (
    <Result label={<Trans>Released to the buyer</Trans>}>{formats.usdt(trade.buyerReceives)}</Result>
  ) : (
    <Result label={<Trans>You received</Trans>}>{formats.fiat(trade.amountFiat, trade.fiatCurrency)}</Result>
  )
}

function Result({ label, children }: { label: ReactNode; children: string }) {
  return (
    <div className="w-full">
      <p className="text-sm text-muted">{label}</p>
      <p className="num text-2xl leading-tight font-semibold sm:text-3xl">{children}</p>
    </div>
  )
}

/** Where the USDT of a completed trade is: the test environment moves none. */
export function ResultPlace({ trade: { status, role, split } }: { trade: Trade }) {
  if (status !== 'completed') return null
  return (
    <p className="w-full text-sm text-muted">
      {role === 'buyer' || split ? (
        <Trans>Test environment: this USDT is not real, so it is in no wallet and can’t be sent.</Trans>
      ) : (
        <Trans>Test environment: no real USDT left your wallet.</Trans>
      )}
    </p>
  )
}
