import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { METHODS } from '../../domain/payments/methods.ts'
import { fileRule } from '../../domain/trades/evidence.ts'
import { FileList } from '../trades/evidence/FileList.tsx'
import { FileUpload } from '../trades/evidence/FileUpload.tsx'
import { filesLeft, useFiles } from '../trades/evidence/queries.ts'
import { RetryNote } from '../RetryNote.tsx'

/** The files that both parties have added to the dispute, and the reader's next one. */
export function DisputeEvidence({ trade }: { trade: Trade }) {
  const query = useFiles(trade.id)
  const { data } = query
  const evidence = (data ?? []).filter(({ purpose }) => purpose === 'dispute_evidence')
  const canAdd = fileRule('dispute_evidence', trade.status, trade.role) !== undefined
  const names = { buyer: trade.buyer.username, seller: trade.seller.username }
  return (
    <div className="grid gap-3">
      <h3 className="text-base">
        <Trans>Evidence</Trans>
      </h3>
      <RetryNote query={query} />
      {data && evidence.length === 0 && (
        <p className="text-sm text-muted">
          <None canAdd={canAdd} hasProof={data.length > 0} />
        </p>
      )}
      {evidence.length > 0 && <FileList files={evidence} names={names} own={trade.role} />}
      {data && canAdd && (
        <>
          <p className="text-sm text-muted">
            {METHODS[trade.paymentMethod].isInPerson ? (
              <Trans>
                Add what shows the meeting: photos, a signed receipt. Only the other party and the arbiter of this case
                see them.
              </Trans>
            ) : (
              <Trans>
                Add bank statements or screenshots. Only the other party and the arbiter of this case see them.
              </Trans>
            )}
          </p>
          <FileUpload
            tradeId={trade.id}
            purpose="dispute_evidence"
            left={filesLeft(data, 'dispute_evidence', trade.role)}
          />
        </>
      )}
    </div>
  )
}

function None({ canAdd, hasProof }: { canAdd: boolean; hasProof: boolean }) {
  if (!canAdd) {
    return hasProof ? (
      <Trans>No files besides the proof of payment, which is shown separately.</Trans>
    ) : (
      <Trans>No files</Trans>
    )
  }
  return hasProof ? (
    <Trans>No files yet besides the proof of payment, which is shown separately.</Trans>
  ) : (
    <Trans>No files yet</Trans>
  )
}
