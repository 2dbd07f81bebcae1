import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { OfferPage } from '../../../../domain/api/offers/offers.ts'
import { MARKET_PAGE_SIZE, NUMBERED_PAGES } from '../../../../domain/offers/listing.ts'
import { Link } from '../../../layout/Link.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { pageAddress } from '../filters/filters.ts'
import { useCount } from './use-count.ts'

type Props = { result: OfferPage; page: number }

/** The range of offers shown, their number, and links to other pages; nothing where there is one page. */
export function Pager({ result, page }: Props) {
  const { t, i18n } = useLingui()
  const write = useCount()
  const [search] = useSearchParams()
  const { nextCursor, previousCursor, offers, total } = result
  if (page === 1 && nextCursor === null) return null
  const before = (page - 1) * MARKET_PAGE_SIZE
  const [from, to, all] = [i18n.number(before + 1), i18n.number(before + offers.length), write(total)]
  return (
    <nav aria-label={t`Pages`} className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <p className="num text-sm text-muted">
        <Trans>
          Showing {from} to {to} of {all} offers
        </Trans>
      </p>
      <ul className="flex flex-wrap items-center gap-1.5">
        <Step to={page > 1 ? pageAddress(search, page - 1, previousCursor) : null}>
          <Trans>Previous</Trans>
        </Step>
        {numbers(result, page).map((number) => (
          <li key={number}>
            <Link
              to={{ search: pageAddress(search, number) }}
              aria-label={t`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className={buttonClass('line', 'row', 'num aria-[current]:bg-ink aria-[current]:text-canvas')}
            >
              {i18n.number(number)}
            </Link>
          </li>
        ))}
        {page > NUMBERED_PAGES && (
          <li className="num px-3" aria-current="page">
            <Trans>Page {page}</Trans>
          </li>
        )}
        <Step to={nextCursor === null ? null : pageAddress(search, page + 1, nextCursor)}>
          <Trans>Next</Trans>
        </Step>
      </ul>
    </nav>
  )
}

/** At most the first five pages have a number (spec-coverage 9). A search that stopped continues by its cursor only. */
function numbers({ total, nextCursor, searched }: OfferPage, page: number): number[] {
  const counted = Math.ceil(total.count / MARKET_PAGE_SIZE)
  const known = Math.max(counted, page, nextCursor === null || searched !== null ? 0 : page + 1)
  return Array.from({ length: Math.min(known, NUMBERED_PAGES) }, (_, at) => at + 1)
}

function Step({ to, children }: { to: string | null; children: ReactNode }) {
  return (
    <li>
      {to === null ? (
        <span aria-disabled className={buttonClass('quiet', 'row')}>
          {children}
        </span>
      ) : (
        <Link to={{ search: to }} className={buttonClass('quiet', 'row')}>
          {children}
        </Link>
      )}
    </li>
  )
}
