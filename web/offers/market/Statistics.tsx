import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { STATISTICS_DAYS } from '../../../domain/staff/transparency.ts'
import type { MarketStatistics } from '../../../domain/api/offers/market.ts'
import { useFormats } from '../../formats.ts'
import { statisticsQuery } from '../rates/rates.ts'

/** Four figures calculated from the market's trades of the last days, as published once a day; a dash while there are none. */
export function Statistics({ columns = 4 }: { columns?: 2 | 4 }) {
  const { data } = useQuery(statisticsQuery)
  const formats = useFormats()
  const hasTrades = data !== undefined && data.activeTraders > 0
  const hasFigures = hasTrades || Boolean(data?.successRate) || typeof data?.settlementSeconds === 'number'
  return (
    <>
      <dl className={`grid grid-cols-2 gap-x-6 ${columns === 4 ? 'md:grid-cols-4' : ''}`}>
        <Stat
          label={<Trans>Active traders</Trans>}
          note={
            <Trans>
              <Plural value={STATISTICS_DAYS} one="# day" other="# days" />, rounded down
            </Trans>
          }
        >
          {hasTrades && formats.count(data.activeTraders)}
        </Stat>
        <Stat
          label={<Trans>Volume</Trans>}
          note={
            <Trans>
              USDT in <Plural value={STATISTICS_DAYS} one="# day" other="# days" />
            </Trans>
          }
        >
          {hasTrades && formats.decimal(data.volumeUsdt, 0)}
        </Stat>
        <Stat label={<Trans>Success rate</Trans>} note={<SuccessNote data={data} />}>
          {data?.successRate && formats.share(data.successRate)}
        </Stat>
        <Stat label={<Trans>Average settlement</Trans>} note={<Trans>from opening to release</Trans>}>
          {typeof data?.settlementSeconds === 'number' && <Duration seconds={data.settlementSeconds} />}
        </Stat>
      </dl>
      {data?.includesDemo && hasFigures && (
        <p className="mt-2 text-sm text-muted">
          <DemoFigures />
        </p>
      )}
    </>
  )
}

/** Of public figures of a demonstration. */
export function DemoFigures() {
  return <Trans>These figures include trades of demo traders.</Trans>
}

function Stat({ label, note, children }: { label: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <div className="border-b border-line py-4 md:py-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>
        <span className="board block min-h-9 pt-1 text-2xl whitespace-nowrap lg:text-[1.75rem]">{children || '–'}</span>
        <span className="text-sm text-muted">{note}</span>
      </dd>
    </div>
  )
}

function SuccessNote({ data }: { data: MarketStatistics | undefined }) {
  if (!data) return <Plural value={STATISTICS_DAYS} one="# day" other="# days" />
  if (data.completedTrades === 0) return <Trans>Too few trades yet</Trans>
  const { completedTrades } = data
  return (
    <Trans>
      <Plural value={completedTrades} one="# completed" other="# completed" /> in{' '}
      <Plural value={STATISTICS_DAYS} one="# day" other="# days" />
    </Trans>
  )
}

/** 45 is "under 1 min", 760 is "13 min", 9000 is "2.5 h". */
export function Duration({ seconds }: { seconds: number }) {
  const minutes = Math.round(seconds / 60)
  const hours = Math.round(seconds / 360) / 10
  if (minutes < 1) return <Trans>under 1 min</Trans>
  return minutes < 120 ? (
    <Plural value={minutes} one="# min" other="# min" />
  ) : (
    <Plural value={hours} one="# h" other="# h" />
  )
}
