import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Reputation } from '../../domain/api/profiles/traders.ts'
import { LIMITS } from '../../domain/limits.ts'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { AverageRating } from './ratings/AverageRating.tsx'
import { DescriptionList } from '../ui/DescriptionList.tsx'

/** A trader's record, each figure with its definition (decisions: Trades, "Trader statistics"). */
export function RecordStats({ reputation }: { reputation: Reputation }) {
  const formats = useFormats()
  const dates = useDates()
  const duration = useDuration()
  const { completedTrades, completionRate, medianPaySeconds, medianReleaseSeconds } = reputation
  const { partners, disputesLost, disputesConfirmed, disputesReleasedLate, memberSince } = reputation
  const last = LIMITS.median_over_trades
  return (
    <DescriptionList>
      <Stat label={<Trans>Rating</Trans>} note={<Trans>The average of the ratings of counted trades</Trans>}>
        {reputation.rating === null ? <Trans>No ratings yet</Trans> : <AverageRating rating={reputation.rating} />}
      </Stat>
      <Stat label={<Trans>Completed trades</Trans>} note={<Trans>Counted trades only</Trans>}>
        {formats.count(completedTrades)}
      </Stat>
      <Stat
        label={<Trans>Completion rate</Trans>}
        note={
          <Trans>
            Completed trades as a share of completed trades and those that this trader cancelled or didn’t pay in time
          </Trans>
        }
      >
        {completionRate === null ? '–' : formats.share(completionRate)}
      </Stat>
      <Stat
        label={<Trans>Median time to pay</Trans>}
        note={
          <Trans>
            As buyer, over the last <Plural value={last} one="# counted trade" other="# counted trades" />
          </Trans>
        }
      >
        {duration(medianPaySeconds)}
      </Stat>
      <Stat
        label={<Trans>Median time to release</Trans>}
        note={
          <Trans>
            As seller, over the last <Plural value={last} one="# counted trade" other="# counted trades" />
          </Trans>
        }
      >
        {duration(medianReleaseSeconds)}
      </Stat>
      <Stat label={<Trans>Trading partners</Trans>} note={<Trans>Different traders with a completed trade</Trans>}>
        {formats.count(partners)}
      </Stat>
      <Stat
        label={<Trans>Disputes lost</Trans>}
        note={<Trans>Decided for the other party, or conceded by this trader</Trans>}
      >
        {formats.count(disputesLost)}
      </Stat>
      {disputesConfirmed > 0 && (
        <Stat
          label={<Trans>Payments confirmed in a dispute</Trans>}
          note={<Trans>As seller, confirmed the payment after the dispute was opened. Not a lost dispute</Trans>}
        >
          {formats.count(disputesConfirmed)}
        </Stat>
      )}
      {disputesReleasedLate > 0 && (
        <Stat
          label={<Trans>Payments disputed, then confirmed</Trans>}
          note={<Trans>As seller, disputed the payment and confirmed it afterwards. Not a lost dispute</Trans>}
        >
          {formats.count(disputesReleasedLate)}
        </Stat>
      )}
      <Stat label={<Trans>Trader since</Trans>}>{dates.date(memberSince)}</Stat>
    </DescriptionList>
  )
}

function Stat({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-6 py-2">
      <dt>
        {label}
        {note !== undefined && <span className="block text-sm text-muted">{note}</span>}
      </dt>
      <dd className="num max-w-2/5 shrink-0 text-end font-semibold">{children}</dd>
    </div>
  )
}

/** 42 is "42 seconds", 760 is "13 minutes", 9000 is "2.5 hours"; a dash for nothing. */
function useDuration(): (seconds: number | null) => string {
  const { t } = useLingui()
  return (seconds) => {
    if (seconds === null) return '–'
    if (seconds < 90) return t`${plural(seconds, { one: '# second', other: '# seconds' })}`
    const minutes = Math.round(seconds / 60)
    if (minutes < 120) return t`${plural(minutes, { one: '# minute', other: '# minutes' })}`
    const hours = Math.round(seconds / 360) / 10
    return t`${plural(hours, { one: '# hour', other: '# hours' })}`
  }
}
