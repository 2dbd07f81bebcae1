import { Trans } from '@lingui/react/macro'
import type { PayerCheck } from '../../../domain/api/trades/payer-check.ts'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { usePayerCheck } from '../queries.ts'
import { Loaded } from '../../Loaded.tsx'

/** Whose account the payment came from, once the trade was marked as paid. */
export function PayerCard({ trade }: { trade: Trade }) {
  const query = usePayerCheck(trade)
  if (trade.paidAt === null) return null
  return (
    <Loaded query={query} hidesLaterErrors>
      {(check) => <Names check={check} />}
    </Loaded>
  )
}

function Names({ check }: { check: PayerCheck }) {
  if (check.payerName === null && check.senderName === null) return null
  return (
    <section className="panel p-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Payer</Trans>
      </h2>
      <DescriptionList className="mt-1">
        {check.payerName !== null && (
          <DescriptionRow label={<Trans>Declared by the buyer</Trans>}>
            <bdi>{check.payerName}</bdi>
          </DescriptionRow>
        )}
        {check.senderName !== null && (
          <DescriptionRow label={<Trans>Seen by the seller</Trans>}>
            <bdi>{check.senderName}</bdi>
          </DescriptionRow>
        )}
        {check.result !== null && (
          <DescriptionRow label={<Trans>Comparison</Trans>}>
            <Result check={check} />
          </DescriptionRow>
        )}
      </DescriptionList>
    </section>
  )
}

function Result({ check: { result, statedSamePerson } }: { check: PayerCheck }) {
  if (result === 'same') return <Trans>The names agree</Trans>
  return statedSamePerson ? (
    <Trans>The names differ. The seller stated that it’s the same person.</Trans>
  ) : (
    <span className="font-medium text-sell">
      <Trans>The names differ</Trans>
    </span>
  )
}
