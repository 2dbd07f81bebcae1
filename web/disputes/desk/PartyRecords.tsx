import { Trans, useLingui } from '@lingui/react/macro'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { DISPUTE_REASONS } from '../../../domain/disputes/disputes.ts'
import type { PartyRole } from '../../../domain/trades/trades.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { Outcome, Role } from './Words.tsx'

/** What is known of both parties: their records and their other disputes. */
export function PartyRecords({ dispute }: { dispute: DisputeCase }) {
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Records</Trans>
      </h2>
      <div className="mt-3 grid gap-x-8 gap-y-6 md:grid-cols-2">
        <PartyRecord party="buyer" record={dispute.buyer} />
        <PartyRecord party="seller" record={dispute.seller} />
      </div>
    </section>
  )
}

function PartyRecord({ party, record }: { party: PartyRole; record: DisputeCase['buyer'] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const dates = useDates()
  const { trader, earlier } = record
  const name = { buyer: t`Record of the buyer`, seller: t`Record of the seller` }[party]
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="font-semibold">
        <Role name={party} /> ·{' '}
        <Link to={paths.trader(trader.username)} className="underline underline-offset-4">
          <bdi>{trader.username}</bdi>
        </Link>
        {trader.isDemo && (
          <>
            {' · '}
            <Trans>Demo trader</Trans>
          </>
        )}
      </h3>
      <DescriptionList className="mt-1">
        <DescriptionRow label={<Trans>Completed trades</Trans>}>{formats.count(trader.completedTrades)}</DescriptionRow>
        <DescriptionRow label={<Trans>Failed trades</Trans>}>{formats.count(record.failedTrades)}</DescriptionRow>
        <DescriptionRow label={<Trans>Partners</Trans>}>{formats.count(record.partners)}</DescriptionRow>
        <DescriptionRow label={<Trans>Open trades</Trans>}>{formats.count(record.openTrades)}</DescriptionRow>
        <DescriptionRow label={<Trans>Trader since</Trans>}>{dates.date(trader.memberSince)}</DescriptionRow>
      </DescriptionList>
      <h4 className="mt-3 mb-1 text-sm font-semibold">
        <Trans>Other disputes</Trans>
      </h4>
      {earlier.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>None</Trans>
        </p>
      )}
      <ul className="grid gap-2 text-sm">
        {earlier.map((past) => (
          <Earlier key={past.reference} past={past} />
        ))}
      </ul>
    </section>
  )
}

function Earlier({ past }: { past: DisputeCase['buyer']['earlier'][number] }) {
  const dates = useDates()
  return (
    <li>
      <p>
        <bdi dir="ltr" className="num">
          {past.reference}
        </bdi>{' '}
        · <Role name={past.role} /> · {dates.date(past.openedAt)}
      </p>
      <p className="text-muted">
        <Translated text={DISPUTE_REASONS[past.reason].text} />
        {' · '}
        {past.outcome === null ? <Trans>Open</Trans> : <Outcome name={past.outcome} />}
      </p>
    </li>
  )
}
