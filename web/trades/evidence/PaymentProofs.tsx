import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { fileRule } from '../../../domain/trades/evidence.ts'
import { FileList } from './FileList.tsx'
import { FileUpload } from './FileUpload.tsx'
import { filesLeft, useFiles } from './queries.ts'

/** The proofs of payment of a trade; the buyer of a paid trade can add more. Nothing where there are none and none can be added. */
export function PaymentProofs({ trade }: { trade: Trade }) {
  const { data = [] } = useFiles(trade.id)
  const proofs = data.filter(({ purpose }) => purpose === 'payment_proof')
  const canAdd = fileRule('payment_proof', trade.status, trade.role)?.isSubmitted === true
  if (proofs.length === 0 && !canAdd) return null
  const names = { buyer: trade.buyer.username, seller: trade.seller.username }
  return (
    <section className="panel grid gap-4 p-4 sm:p-7">
      <h2 className="text-lg">
        <Trans>Proof of payment</Trans>
      </h2>
      {proofs.length > 0 && <FileList files={proofs} names={names} own={trade.role} />}
      {canAdd && (
        <FileUpload tradeId={trade.id} purpose="payment_proof" left={filesLeft(data, 'payment_proof', trade.role)} />
      )}
    </section>
  )
}
