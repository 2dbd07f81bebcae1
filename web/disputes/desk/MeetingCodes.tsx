import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { useDates } from '../../dates.ts'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'

/** Of a trade in person that is marked as paid: which codes were typed at the meeting, and what that shows. */
export function MeetingCodes({ attempts }: { attempts: DisputeCase['codeAttempts'] }) {
  const of = (by: 'buyer' | 'seller', isRight: boolean) =>
    attempts.filter((attempt) => attempt.by === by && attempt.isRight === isRight).map(({ at }) => at)
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Codes of the meeting</Trans>
      </h2>
      <DescriptionList className="mt-1">
        <Row label={<Trans>The buyer typed the seller’s code</Trans>} moments={of('buyer', true)} />
        <Row label={<Trans>The buyer typed wrong codes</Trans>} moments={of('buyer', false)} />
        <Row label={<Trans>The seller typed wrong codes</Trans>} moments={of('seller', false)} />
      </DescriptionList>
      <p className="mt-3 text-muted">
        <Trans>
          The seller’s code shows that the buyer had it from the seller: they met, unless it was passed on. No code
          shows whether cash changed hands: a seller can take it and type nothing, and a buyer can mark the trade as
          paid and keep it.
        </Trans>
      </p>
    </section>
  )
}

function Row({ label, moments }: { label: ReactNode; moments: readonly string[] }) {
  const dates = useDates()
  return (
    <DescriptionRow label={label}>
      {moments.length === 0 ? (
        <Trans>None</Trans>
      ) : (
        <ul className="num">
          {moments.map((at) => (
            <li key={at}>{dates.moment(at)}</li>
          ))}
        </ul>
      )}
    </DescriptionRow>
  )
}
