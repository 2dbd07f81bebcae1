import { Trans, useLingui } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { FiatCurrency } from '../../../domain/market.ts'
import { readSwitch } from '../currencies/read-switch.ts'
import { Link } from '../../layout/Link.tsx'
import type { PageHandle } from '../../layout/page-data.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { OffersFilters } from './filters/OffersFilters.tsx'
import {
  BROWSE_FILTERS,
  browseQuery,
  currencyOf,
  cursorOf,
  filtersOf,
  pageAddress,
  sideOf,
  useListAddress,
  type Side,
} from './filters/filters.ts'
import { OfferBoard } from './OfferBoard.tsx'
import { offersQuery } from './queries.ts'
import { HydratedApart } from '../../ui/hydration/HydratedApart.tsx'
import { SaveSearchSlot } from './filters/SaveSearchSlot.tsx'

export const handle: PageHandle = {
  read: (client, address) => [readOffers(client, address)],
}

async function readOffers(client: QueryClient, address: URL): Promise<void> {
  const { query } = browseOf(address.href)
  const { pages } = await client.ensureInfiniteQueryData(offersQuery(query))
  await readSwitch(client, address, { currency: currencyOf(query), isEmpty: pages[0]?.offers.length === 0 })
}

function browseOf(address: string) {
  const side = sideOf(address)
  const filters = filtersOf(address, BROWSE_FILTERS)
  return { side, filters, query: browseQuery(side, filters, cursorOf(address, filters.sort)) }
}

/** The market (spec-coverage 2 Browse). */
export default function OffersPage() {
  const { side, filters, query } = browseOf(useListAddress())
  return (
    <Frame side={side} currency={filters.currency}>
      <HydratedApart>
        <OffersFilters filters={filters} />
      </HydratedApart>
      <HydratedApart>
        <OfferBoard query={query} action={<SaveSearchSlot query={query} />} />
      </HydratedApart>
    </Frame>
  )
}

type FrameProps = { side: Side; currency: FiatCurrency | undefined; children: ReactNode }

function Frame({ side, currency, children }: FrameProps) {
  const { t } = useLingui()
  const title = side === null ? t`Browse offers` : side === 'buy' ? t`Buy USDT` : t`Sell USDT`
  // Search engines list the offers of one currency as a page of its own.
  const titleWith = (fiatCurrency: FiatCurrency) => {
    if (side === null) return t`Offers of USDT for ${fiatCurrency}`
    return side === 'buy' ? t`Buy USDT for ${fiatCurrency}` : t`Sell USDT for ${fiatCurrency}`
  }
  return (
    <div className="wrap py-5 md:py-12">
      <PageTitle
        title={currency === undefined ? title : titleWith(currency)}
        description={t`Offers to buy and sell USDT for dinars, euros and dollars.`}
      />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 md:mb-6">
        {/* The text breaks before the choice moves below it. */}
        <div className="lg:flex-1">
          <h1 className="title">{title}</h1>
          <p className="mt-1 text-muted">
            <SideText side={side} />
          </p>
        </div>
        <SideLinks side={side} />
      </div>
      {children}
    </div>
  )
}

function SideText({ side }: { side: Side }) {
  if (side === 'buy')
    return <Trans>You pay the seller directly. When the seller confirms, the USDT is released to you.</Trans>
  if (side === 'sell')
    return <Trans>Your USDT stays locked until you confirm, the trade is cancelled or an arbiter decides.</Trans>
  return <Trans>All open offers.</Trans>
}

/** All, buy or sell; keeps the filters. */
function SideLinks({ side }: { side: Side }) {
  const { t } = useLingui()
  const search = new URLSearchParams(pageAddress(new URLSearchParams(useLocation().search), 1))
  search.delete('type')
  const places: { side: Side; pathname: string; label: string }[] = [
    { side: null, pathname: paths.offers, label: t`All` },
    { side: 'buy', pathname: paths.buyOffers, label: t`Buy USDT` },
    { side: 'sell', pathname: paths.sellOffers, label: t`Sell USDT` },
  ]
  return (
    <nav
      aria-label={t`Buy or sell`}
      className="grid min-h-11 w-full grid-flow-col rounded-control border border-edge bg-surface p-1 sm:w-auto sm:auto-cols-fr"
    >
      {places.map((place) => (
        <Link
          key={place.pathname}
          to={{ pathname: place.pathname, search: search.toString() }}
          aria-current={place.side === side ? 'page' : undefined}
          className="grid place-items-center rounded-[4px] px-1.5 text-center text-sm leading-tight font-semibold sm:px-4 sm:text-base sm:whitespace-nowrap text-muted hover:text-ink aria-[current]:bg-ink aria-[current]:text-canvas"
        >
          {place.label}
        </Link>
      ))}
    </nav>
  )
}
