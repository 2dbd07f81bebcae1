import { Trans } from '@lingui/react/macro'
import type { PayerCheck, Trade } from '../../../domain/api/trades/trades.ts'
import { errorText } from '../../client.ts'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { usePayerCheck } from '../queries.ts'

/** Whose account the payment came from, once the trade was marked as paid. */
export function PayerCard({ trade }: { trade: Trade }) {
  const { data, error, refetch, isFetching } = usePayerCheck(trade)
  if (trade.paidAt === null) return null
  if (error && !data) {
    return (
      <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
        {errorText(error)}
      </ErrorNote>
    )
  }
  if (!data || (data.payerName === null && data.senderName === null)) return null
  return (
    <section className="panel p-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Payer</Trans>
      </h2>
      <DescriptionList className="mt-1">
        {data.payerName !== null && (
          <DescriptionRow label={<Trans>Declared by the buyer</Trans>}>
            <bdi>{data.payerName}</bdi>
          </DescriptionRow>
        )}
        {data.senderName !== null && (
          <DescriptionRow label={<Trans>Seen by the seller</Trans>}>
            <bdi>{data.senderName}</bdi>
          </DescriptionRow>
        )}
        {data.result !== null && (
          <DescriptionRow label={<Trans>Comparison</Trans>}>
            <Result check={data} />
          </DescriptionRow>
        )}
      </DescriptionList>
    </section>
  )
}

function Result({ check: { result, statedSamePerson } }: { check: PayerCheck }) {
  if (result === 'same') return <Trans>The names agree</Trans>
  return statedSamePerson ? (
    <Trans>Different; the same person by the seller’s statement</Trans>
  ) : (
    <span className="font-medium text-sell">
      <Trans>The names differ</Trans>
    </span>
  )
}
