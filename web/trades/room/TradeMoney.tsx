import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { BondRow, BondRule, SellerBondRule } from '../Bond.tsx'
import { Fee } from '../Fee.tsx'
import { useFormats } from '../../formats.ts'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'

/**
 * The price and the fee of a trade to the last digit, as agreed when it opened, and what they make of its amount. The amount is
 * in the page's heading and the payment in its own card, so an amount equal to one of those has no row here.
 */
export function TradeMoney({ trade, isTeamMember = false }: { trade: Trade; isTeamMember?: boolean }) {
  const formats = useFormats()
  return (
    <section className="panel p-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Price and fee</Trans>
      </h2>
      <DescriptionList className="mt-1 [&_dd]:shrink-0 [&_dt]:shrink">
        <DescriptionRow label={<Trans>Price</Trans>}>
          <Trans>
            {formats.fullPrice(trade.price)} {trade.fiatCurrency} per USDT
          </Trans>
        </DescriptionRow>
        <Ends trade={trade} reader={isTeamMember ? null : trade.role} />
        {trade.bond && <BondRow bond={trade.bond} reader={isTeamMember ? null : trade.role} />}
      </DescriptionList>
      {trade.bond?.state === 'locked' && !isTeamMember && (
        <p className="mt-2 text-sm text-muted">
          {trade.role === 'buyer' ? <BondRule /> : <SellerBondRule amount={trade.bond.amount} />}
        </p>
      )}
    </section>
  )
}

type EndProps = {
  trade: Trade
  /** The party that reads it; null for a team member, who is neither. */
  reader: Trade['role'] | null
}

function Ends({ trade, reader }: EndProps) {
  if (trade.status === 'cancelled') return <Returned trade={trade} reader={reader} />
  return trade.split ? (
    <Split trade={trade} reader={reader} split={trade.split} />
  ) : (
    <Moves trade={trade} reader={reader} />
  )
}

/** What each party gives and receives, and who pays the fee. */
function Moves({ trade, reader }: EndProps) {
  const formats = useFormats()
  return (
    <>
      <DescriptionRow label={<FeePaid by={trade.taker} reader={reader} />}>{formats.usdt(trade.fee)}</DescriptionRow>
      <OtherAmount trade={trade} amount={trade.sellerLocks} label={<Locked reader={reader} />} />
      {/* A dispute may end with another division, and says it itself; a held refund returns to the seller. */}
      {trade.status !== 'disputed' && trade.status !== 'refund_held' && (
        <OtherAmount
          trade={trade}
          amount={trade.buyerReceives}
          label={<BuyerReceives isOver={trade.status === 'completed'} reader={reader} />}
        />
      )}
    </>
  )
}

function FeePaid({ by, reader }: Pick<EndProps, 'reader'> & { by: Trade['taker'] }) {
  if (reader === null) {
    return by === 'buyer' ? (
      <Trans>
        Platform fee (<Fee />, paid by the buyer)
      </Trans>
    ) : (
      <Trans>
        Platform fee (<Fee />, paid by the seller)
      </Trans>
    )
  }
  return by === reader ? (
    <Trans>
      Platform fee (<Fee />, paid by you)
    </Trans>
  ) : (
    <Trans>
      Platform fee (<Fee />, paid by the other party)
    </Trans>
  )
}

/** The taker's side of the fee: the row of an amount that differs from the trade's own. */
function OtherAmount({ trade, amount, label }: { trade: Trade; amount: string; label: ReactNode }) {
  const formats = useFormats()
  if (amount === trade.amountUsdt) return null
  return (
    <DescriptionRow label={label} isTotal>
      {formats.usdt(amount)}
    </DescriptionRow>
  )
}

/** A cancelled trade costs neither party anything. */
function Returned({ trade, reader }: EndProps) {
  return (
    <>
      <DescriptionRow label={<Trans>Platform fee</Trans>}>
        <Trans>none</Trans>
      </DescriptionRow>
      <OtherAmount trade={trade} amount={trade.sellerLocks} label={<Returns reader={reader} />} />
    </>
  )
}

function BuyerReceives({ isOver, reader }: Pick<EndProps, 'reader'> & { isOver: boolean }) {
  if (reader === 'buyer') return isOver ? <Trans>You received</Trans> : <Trans>You receive</Trans>
  return isOver ? <Trans>The buyer received</Trans> : <Trans>The buyer receives</Trans>
}

function Locked({ reader }: Pick<EndProps, 'reader'>) {
  return reader === 'seller' ? <Trans>Locked by you</Trans> : <Trans>Locked by the seller</Trans>
}

function Returns({ reader }: Pick<EndProps, 'reader'>) {
  return reader === 'seller' ? <Trans>Returned to you</Trans> : <Trans>Returned to the seller</Trans>
}

/** How a decision divided what the seller had locked. */
function Split({ trade, reader, split }: EndProps & { split: NonNullable<Trade['split']> }) {
  const formats = useFormats()
  return (
    <>
      <OtherAmount trade={trade} amount={trade.sellerLocks} label={<Locked reader={reader} />} />
      <DescriptionRow
        label={reader === 'buyer' ? <Trans>Released to you</Trans> : <Trans>Released to the buyer</Trans>}
        isTotal={trade.role === 'buyer'}
      >
        {formats.usdt(split.toBuyer)}
      </DescriptionRow>
      <DescriptionRow label={<Trans>Platform fee</Trans>}>{formats.usdt(split.fee)}</DescriptionRow>
      <DescriptionRow label={<Returns reader={reader} />} isTotal={trade.role === 'seller'}>
        {formats.usdt(split.toSeller)}
      </DescriptionRow>
    </>
  )
}
