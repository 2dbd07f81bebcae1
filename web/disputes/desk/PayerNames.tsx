import { Trans } from '@lingui/react/macro'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { PAYEE_ANSWER_TEXTS } from '../../../domain/payments/payee-check.ts'
import { useDates } from '../../dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { Translated } from '../../ui/Translated.tsx'

/** Whose account the payment came from: what the buyer declared, and what the seller saw. */
export function PayerNames({ payer, bankAnswers }: Pick<DisputeCase, 'payer' | 'bankAnswers'>) {
  const dates = useDates()
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Payer check</Trans>
      </h2>
      <DescriptionList className="mt-1">
        {bankAnswers.length > 0 && (
          <DescriptionRow label={<Trans>The buyer’s bank (buyer’s entry)</Trans>}>
            <ul>
              {bankAnswers.map(({ answer, at }) => (
                <li key={at}>
                  <Translated text={PAYEE_ANSWER_TEXTS[answer]} /> · {dates.moment(at)}
                </li>
              ))}
            </ul>
          </DescriptionRow>
        )}
        <DescriptionRow label={<Trans>Payer (buyer’s declaration)</Trans>}>
          <Name name={payer.payerName} />
        </DescriptionRow>
        <DescriptionRow label={<Trans>Sender (seller’s entry)</Trans>}>
          <Name name={payer.senderName} />
        </DescriptionRow>
        {payer.checkedAt !== null && (
          <DescriptionRow label={<Trans>Checked</Trans>}>
            {dates.moment(payer.checkedAt)} <Result payer={payer} />
          </DescriptionRow>
        )}
      </DescriptionList>
    </section>
  )
}

function Name({ name }: { name: string | null }) {
  return name === null ? <Trans>None</Trans> : <bdi>{name}</bdi>
}

function Result({ payer: { result, statedSamePerson } }: { payer: DisputeCase['payer'] }) {
  if (result === 'same') {
    return (
      <Badge tone="buy">
        <Trans>Same name</Trans>
      </Badge>
    )
  }
  return (
    <Badge tone="sell">
      {statedSamePerson ? (
        <Trans>The names differ. The seller stated that it’s the same person.</Trans>
      ) : (
        <Trans>The names differ</Trans>
      )}
    </Badge>
  )
}
