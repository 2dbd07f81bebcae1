import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { SEARCH_MAX, TRADER_MAX, hasDirection } from '../../../../domain/offers/listing.ts'
import { RATING_PRIOR } from '../../../../domain/profiles/rating-prior.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useTyped } from '../../../ui/fields/use-typed.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { DirectionLink, DirectionToggle } from './Direction.tsx'
import {
  AmountField,
  CompletionField,
  CountryField,
  CurrencyField,
  MethodField,
  SortField,
  TradesField,
} from './FilterFields.tsx'
import { FilterForm } from './FilterForm.tsx'
import { SideLinks } from './SideLinks.tsx'
import { cleared, useSetFilters, type FilterName, type Filters } from './filters.ts'
import type { Side } from './kept-market.ts'

/** Filters that few readers need, behind "Filters". */
const MORE = ['search', 'trader', 'country', 'minTrades', 'minCompletion'] as const satisfies readonly FilterName[]

/** What is typed by hand: no spelling, no capitals, nothing from the browser's memory. */
const WORDS = { type: 'search', spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const

/** The side, the filters and the order of the market, all kept in the address, so that it can be saved and shared. */
export function MarketFilters({ side, filters }: { side: Side; filters: Filters }) {
  const { t } = useLingui()
  const setFilters = useSetFilters()
  const { ratings, stars } = RATING_PRIOR
  const typed = (change: Filters) => setFilters(change, { replace: true })
  const [amount, setAmount] = useTyped(filters.amount, (value) => typed({ amount: value }))
  const [search, setSearch] = useTyped(filters.search, (value) => typed({ search: value }))
  const [trader, setTrader] = useTyped(filters.trader, (value) => typed({ trader: value }))

  function reset() {
    setAmount('')
    setSearch('')
    setTrader('')
    setFilters(cleared())
  }

  return (
    <FilterForm
      onReset={reset}
      className="grid grid-cols-2 items-start gap-3 max-md:gap-y-2 md:grid-cols-3 lg:grid-cols-[auto_repeat(4,minmax(0,1fr))_8.5rem]"
      withoutScripts={hasDirection(filters.sort) && <DirectionLink direction={filters.direction} />}
    >
      <SideLinks side={side} />
      <CurrencyField filters={filters} onChange={setFilters} />
      <AmountField currency={filters.currency} filter={filters.amount} value={amount} onValueChange={setAmount} />
      <MethodField filters={filters} onChange={setFilters} />
      <div className="flex items-end gap-1.5">
        <SortField filters={filters} onChange={setFilters} />
        {hasDirection(filters.sort) && <DirectionToggle direction={filters.direction} onChange={setFilters} />}
      </div>
      <MoreFilters filters={filters}>
        <TextField
          {...WORDS}
          name="search"
          label={t`Search`}
          placeholder={t`Trader, terms or payment method`}
          maxLength={SEARCH_MAX}
          value={search}
          onValueChange={setSearch}
        />
        <TextField
          {...WORDS}
          name="trader"
          label={t`Trader name`}
          placeholder={t`Any trader`}
          maxLength={TRADER_MAX}
          value={trader}
          onValueChange={setTrader}
        />
        <CountryField filters={filters} onChange={setFilters} />
        <TradesField filters={filters} onChange={setFilters} />
        <CompletionField filters={filters} onChange={setFilters} />
      </MoreFilters>
      {filters.sort === 'rating' && (
        <p className="col-span-full text-sm text-muted">
          {t`Sorted by average. With few ratings, the average is pulled towards ${stars} stars, as if the trader had ${ratings} more.`}
        </p>
      )}
    </FilterForm>
  )
}

/**
 * Filters that take no room until they are wanted, or one of them is set. Opens without scripts, too. From 768 px its button stands
 * in the free place at the end of the row above, and only what it opens takes a row of its own.
 */
function MoreFilters({ filters, children }: { filters: Filters; children: ReactNode }) {
  const { i18n } = useLingui()
  const { length } = MORE.filter((name) => filters[name])
  // It stays open when its last filter is removed: the reader may be typing another one.
  const [isOpen] = useState(length > 0)
  return (
    <details className="group/more pointer-events-none col-span-full md:-mt-14" open={isOpen}>
      <summary className="pointer-events-auto ms-auto flex min-h-11 cursor-pointer items-center gap-2 font-semibold max-md:w-fit max-md:ms-0 md:w-[calc((100%-1.5rem)/3)] md:justify-center md:rounded-control md:border md:border-edge md:bg-surface md:px-3 md:hover:border-ink lg:w-34">
        <Trans>Filters</Trans>
        {length > 0 && <Badge>{i18n.number(length)}</Badge>}
        <span className="group-open/more:rotate-180">
          <Icon of={ChevronDown} size={16} />
        </span>
      </summary>
      <div className="pointer-events-auto grid grid-cols-2 items-start gap-3 pt-1 md:grid-cols-3 md:pt-3 lg:grid-cols-5">
        {children}
      </div>
    </details>
  )
}
