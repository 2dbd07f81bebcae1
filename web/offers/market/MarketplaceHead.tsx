import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Count } from '../../../domain/api/endpoint.ts'
import type { MarketCounts } from '../../../domain/api/offers/market.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Skeleton } from '../../ui/notices/Skeleton.tsx'
import { marketCountsQuery } from './queries.ts'
import { useCount } from './paging/use-count.ts'
import { RetryNote } from '../../RetryNote.tsx'

/**
 * The title, how many offers and traders there are, not counting the reader, and the three stats: offers that the reader buys
 * from, those that the reader sells to, and the new ones.
 */
export function MarketplaceHead() {
  const { t } = useLingui()
  const counts = useQuery(marketCountsQuery)
  const { data } = counts
  const session = useSession()
  return (
    <>
      <div className="mb-2 grid grid-cols-[1fr_auto] items-center gap-x-4 md:mb-6 lg:grid-cols-[1fr_auto_auto] lg:gap-x-8">
        <h1 className="title max-md:text-2xl">
          <Trans>Marketplace</Trans>
        </h1>
        <div className="col-span-2 mt-1 min-h-6 text-muted lg:col-span-1 lg:col-start-1">
          {data ? <Totals counts={data} /> : <Waiting />}
        </div>
        <dl className="col-span-2 flex flex-wrap gap-x-4 lg:col-span-1 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:flex-nowrap lg:gap-x-0 lg:divide-x lg:divide-line">
          <Stat label={t`You buy`} count={data?.sell} />
          <Stat label={t`You sell`} count={data?.buy} />
          <Stat label={t`New today`} count={data?.newToday} />
        </dl>
        {canCreateOffers(session) && (
          <Link
            to={paths.createOffer}
            className={buttonClass(
              'accent',
              'normal',
              'col-start-2 row-start-1 lg:col-start-3 lg:row-span-2 lg:row-start-1',
            )}
          >
            <Trans>Create offer</Trans>
          </Link>
        )}
      </div>
      <RetryNote query={counts} className="mb-4" />
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

function Stat({ label, count }: { label: string; count: Count | undefined }) {
  const { t, i18n } = useLingui()
  const figure = count && i18n.number(count.count)
  return (
    <div className="flex flex-row-reverse items-baseline gap-x-1.5 lg:flex-col-reverse lg:items-end lg:gap-0 lg:px-5 lg:first:ps-0 lg:last:pe-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="num font-semibold lg:text-2xl">
        {count === undefined ? <Skeleton className="h-6 w-8" /> : count.isExact ? figure : t`${figure}+`}
      </dd>
    </div>
  )
}
