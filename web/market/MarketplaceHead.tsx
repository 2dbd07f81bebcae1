import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Count, MarketCounts } from '../../domain/api.ts'
import { errorText } from '../client.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { marketCountsQuery } from './queries.ts'
import { useCount } from './use-count.ts'

/**
 * The title, how many offers and traders there are, not counting the reader, and the three figures.
 */
export function MarketplaceHead({ action }: { action?: ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(marketCountsQuery)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="title">
            <Trans>Marketplace</Trans>
          </h1>
          <div className="mt-1 min-h-6 text-muted">{data ? <Totals counts={data} /> : <Waiting />}</div>
        </div>
        <div className="flex flex-wrap gap-3">
          {action}
          <Link to={paths.createOffer} className={buttonClass('accent')}>
            <Trans>Create offer</Trans>
          </Link>
        </div>
      </div>
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching} className="mt-4">
          {errorText(error)}
        </ErrorNote>
      )}
      <dl className="panel my-4 grid md:my-6 grid-cols-3 divide-x divide-line">
        <Stat label={<Trans>Buy offers</Trans>} count={data?.buy} />
        <Stat label={<Trans>Sell offers</Trans>} count={data?.sell} />
        <Stat label={<Trans>New today</Trans>} count={data?.newToday} />
      </dl>
    </>
  )
}

function Totals({ counts: { offers, traders } }: { counts: MarketCounts }) {
  const write = useCount()
  const [offerCount, traderCount] = [write(offers), write(traders)]
  return (
    <p className="num">
      <Plural
        value={offers.count}
        one={`${offerCount} offer from other traders`}
        other={`${offerCount} offers from other traders`}
      />
      {' · '}
      <Plural value={traders.count} one={`${traderCount} active trader`} other={`${traderCount} active traders`} />
    </p>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <p role="status">
      <span className="sr-only">{t`Loading marketplace…`}</span>
      <Skeleton className="h-5 w-64" />
    </p>
  )
}

function Stat({ label, count }: { label: ReactNode; count: Count | undefined }) {
  const { t, i18n } = useLingui()
  const figure = count && i18n.number(count.count)
  return (
    <div className="flex flex-col-reverse justify-end gap-1 px-4 py-2 sm:px-6 sm:py-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="board h-8 text-2xl sm:h-9 sm:text-4xl">
        {count === undefined ? <Skeleton className="h-8 w-14" /> : count.isExact ? figure : t`${figure}+`}
      </dd>
    </div>
  )
}
