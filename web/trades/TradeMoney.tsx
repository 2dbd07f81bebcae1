import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../domain/api.ts'
import { Fee } from '../market/Fee.tsx'
import { useFormats } from '../formats.ts'
import { DescriptionList, DescriptionRow } from '../ui/DescriptionList.tsx'

/** The money of a trade to the last digit, as it was agreed when the trade opened. */
export function TradeMoney({ trade }: { trade: Trade }) {
  const formats = useFormats()
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Amounts</Trans>
      </h2>
      <DescriptionList className="mt-1 [&_dd]:shrink-0 [&_dt]:shrink">
        <DescriptionRow label={<Trans>Price</Trans>}>
          <Trans>
            {formats.fullPrice(trade.price)} {trade.fiatCurrency} per USDT
          </Trans>
        </DescriptionRow>
        <DescriptionRow label={<Trans>Payment</Trans>}>
          {formats.fiat(trade.amountFiat, trade.fiatCurrency)}
        </DescriptionRow>
        <DescriptionRow label={<Trans>USDT amount</Trans>}>{formats.usdt(trade.amountUsdt)}</DescriptionRow>
        <Ends trade={trade} />
      </DescriptionList>
    </section>
  )
}

function Ends({ trade }: { trade: Trade }) {
  if (trade.status === 'cancelled') return <Returned trade={trade} />
  return trade.split ? <Split trade={trade} split={trade.split} /> : <Moves trade={trade} />
}

/** What each party gives and receives, and who pays the fee. */
function Moves({ trade }: { trade: Trade }) {
  const formats = useFormats()
  return (
    <>
      <DescriptionRow
        label={
          trade.taker === trade.role ? (
            <Trans>
              Platform fee (<Fee />, paid by you)
            </Trans>
          ) : (
            <Trans>
              Platform fee (<Fee />, paid by the other party)
            </Trans>
          )
        }
      >
        {formats.usdt(trade.fee)}
      </DescriptionRow>
      <DescriptionRow label={<Trans>Locked by the seller</Trans>} isTotal={trade.role === 'seller'}>
        {formats.usdt(trade.sellerLocks)}
      </DescriptionRow>
      <DescriptionRow label={<Trans>The buyer receives</Trans>} isTotal={trade.role === 'buyer'}>
        {formats.usdt(trade.buyerReceives)}
      </DescriptionRow>
    </>
  )
}

/** A cancelled trade costs neither party anything. */
function Returned({ trade }: { trade: Trade }) {
  const formats = useFormats()
  return (
    <>
      <DescriptionRow label={<Trans>Platform fee</Trans>}>
        <Trans>none</Trans>
      </DescriptionRow>
      <DescriptionRow label={<Trans>Returned to the seller</Trans>} isTotal>
        {formats.usdt(trade.sellerLocks)}
      </DescriptionRow>
    </>
  )
}

/** How a decision divided what the seller had locked. */
function Split({ trade, split }: { trade: Trade; split: NonNullable<Trade['split']> }) {
  const formats = useFormats()
  return (
    <>
      <DescriptionRow label={<Trans>Locked by the seller</Trans>}>{formats.usdt(trade.sellerLocks)}</DescriptionRow>
      <DescriptionRow label={<Trans>Released to the buyer</Trans>} isTotal={trade.role === 'buyer'}>
        {formats.usdt(split.toBuyer)}
      </DescriptionRow>
      <DescriptionRow label={<Trans>Platform fee</Trans>}>{formats.usdt(split.fee)}</DescriptionRow>
      <DescriptionRow label={<Trans>Returned to the seller</Trans>} isTotal={trade.role === 'seller'}>
        {formats.usdt(split.toSeller)}
      </DescriptionRow>
    </>
  )
}
