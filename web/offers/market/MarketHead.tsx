import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Count } from '../../../domain/api/endpoint.ts'
import type { MarketCounts } from '../../../domain/api/offers/market.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { FEE_PERCENT } from '../../../domain/trades/quote.ts'
import { useFormats } from '../../formats.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Skeleton } from '../../ui/notices/Skeleton.tsx'
import { RateNote, RatesNote } from '../rates/RateNote.tsx'
import { marketCountsQuery } from './queries.ts'
import { useCount } from './paging/use-count.ts'
import { RetryNote } from '../../RetryNote.tsx'

/**
 * The title, and one line about the whole market, not counting the reader: its offers and traders, the offers that the reader buys
 * from, those that the reader sells to, and the new ones.
 */
export function MarketHead({ title, currency }: { title: string; currency: FiatCurrency | undefined }) {
  const { t } = useLingui()
  const formats = useFormats()
  const counts = useQuery(marketCountsQuery)
  const { data } = counts
  const session = useSession()
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h1 className="title max-md:text-2xl">{title}</h1>
        {canCreateOffers(session) && (
          <Link to={paths.createOffer} className={buttonClass('accent')}>
            <Trans>Create offer</Trans>
          </Link>
        )}
      </div>
      <div className="num mt-1 mb-3 flex min-h-5 flex-wrap gap-x-4 text-sm text-muted md:mb-6">
        {data ? <Totals counts={data} /> : <Waiting />}
        <dl className="flex flex-wrap gap-x-4">
          <Stat label={t`to buy`} count={data?.sell} />
          <Stat label={t`to sell`} count={data?.buy} />
          <Stat label={t`new today`} count={data?.newToday} />
        </dl>
        <p>
          <Trans>Prices exclude the fee of {formats.share(FEE_PERCENT)}</Trans>
        </p>
        {currency === undefined ? <RatesNote /> : <RateNote currency={currency} />}
      </div>
      <RetryNote query={counts} className="mb-4" />
    </>
  )
}

function Totals({ counts: { offers, traders } }: { counts: MarketCounts }) {
  const write = useCount()
  const [offerCount, traderCount] = [write(offers), write(traders)]
  return (
    <p>
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
      <span className="sr-only">{t`Loading offers…`}</span>
      <Skeleton className="h-5 w-64" />
    </p>
  )
}

function Stat({ label, count }: { label: string; count: Count | undefined }) {
  const { t, i18n } = useLingui()
  const figure = count && i18n.number(count.count)
  return (
    <div className="flex flex-row-reverse items-baseline gap-x-1.5">
      <dt>{label}</dt>
      <dd className="font-semibold">
        {count === undefined ? <Skeleton className="h-4 w-6" /> : count.isExact ? figure : t`${figure}+`}
      </dd>
    </div>
  )
}
