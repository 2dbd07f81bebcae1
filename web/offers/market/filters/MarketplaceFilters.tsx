import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import {
  DEFAULT_DIRECTION,
  SEARCH_MAX,
  SORTS,
  hasDirection,
  type Direction,
} from '../../../../domain/offers/listing.ts'
import { RATING_PRIOR } from '../../../../domain/profiles/rating-prior.ts'
import { Link } from '../../../layout/Link.tsx'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { MARKETPLACE_FILTERS, changed, cleared, isNarrowed, useSetFilters, type Filters } from './filters.ts'
import { FilterForm } from './FilterForm.tsx'
import {
  AmountField,
  CompletionField,
  CurrencyField,
  MethodField,
  SortField,
  TradesField,
  TypeField,
} from './FilterFields.tsx'
import { MoreFilters } from './MoreFilters.tsx'
import { useTyped } from '../../../ui/fields/use-typed.ts'

/** Search, filters and order of the marketplace, all kept in the address. */
export function MarketplaceFilters({ filters }: { filters: Filters }) {
  const { t } = useLingui()
  const setFilters = useSetFilters()
  const direction = filters.direction ?? DEFAULT_DIRECTION
  const { ratings, stars } = RATING_PRIOR
  const [amount, setAmount] = useTyped(filters.amount, (value) => setFilters({ amount: value }, { replace: true }))
  const [search, setSearch] = useTyped(filters.search, (value) => setFilters({ search: value }, { replace: true }))
  return (
    <FilterForm
      names={MARKETPLACE_FILTERS}
      className="mb-1 grid grid-cols-2 items-end gap-3 max-md:gap-y-2 md:grid-cols-3 xl:grid-cols-6"
      withoutScripts={hasDirection(filters.sort) && <DirectionLink direction={direction} />}
    >
      <TextField
        name="search"
        type="search"
        label={t`Search`}
        placeholder={t`Trader, terms or payment method`}
        maxLength={SEARCH_MAX}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={search}
        onValueChange={setSearch}
      />
      <AmountField currency={filters.currency} filter={filters.amount} value={amount} onValueChange={setAmount} />
      <TypeField filters={filters} onChange={setFilters} />
      <CurrencyField filters={filters} onChange={setFilters} />
      <MethodField filters={filters} onChange={setFilters} />
      <SortField filters={filters} onChange={setFilters} sorts={SORTS} />
      <MoreFilters filters={filters} names={['minTrades', 'minCompletion']}>
        <TradesField filters={filters} onChange={setFilters} />
        <CompletionField filters={filters} onChange={setFilters} />
      </MoreFilters>
      {hasDirection(filters.sort) && <DirectionToggle direction={direction} onChange={setFilters} />}
      {isNarrowed(filters) && (
        <Button
          variant="quiet"
          className="col-span-2 -ms-3 justify-self-start px-3! md:col-span-1 noscript:hidden"
          // Keeps the focus where it is: leaving the amount could show its error and move this button from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setSearch('')
            setAmount('')
            setFilters(cleared(MARKETPLACE_FILTERS))
          }}
        >
          <Trans>Reset filters</Trans>
        </Button>
      )}
      {filters.sort === 'rating' && (
        <p className="col-span-full text-sm text-muted md:order-1">
          {t`Sorted by average. With few ratings, the average is pulled towards ${stars} stars, as if the trader had ${ratings} more.`}
        </p>
      )}
    </FilterForm>
  )
}

type DirectionProps = { direction: Direction }

function DirectionToggle({ direction, onChange }: DirectionProps & { onChange: (change: Filters) => void }) {
  return (
    <Button
      className="md:order-1 md:col-start-3 xl:col-start-6 noscript:hidden"
      aria-label={useToggleLabel(direction)}
      onClick={() => onChange(opposite(direction))}
    >
      <DirectionText direction={direction} />
    </Button>
  )
}

function DirectionLink({ direction }: DirectionProps) {
  const [present] = useSearchParams()
  return (
    <Link
      to={{ search: changed(present, opposite(direction)).toString() }}
      aria-label={useToggleLabel(direction)}
      className={buttonClass()}
    >
      <DirectionText direction={direction} />
    </Link>
  )
}

function useToggleLabel(direction: Direction): string {
  const { t } = useLingui()
  return direction === 'desc' ? t`Descending, press for ascending` : t`Ascending, press for descending`
}

function DirectionText({ direction }: DirectionProps) {
  return direction === 'desc' ? (
    <>
      <span aria-hidden>↓</span>
      <Trans>Descending</Trans>
    </>
  ) : (
    <>
      <span aria-hidden>↑</span>
      <Trans>Ascending</Trans>
    </>
  )
}

function opposite(direction: Direction): Filters {
  return { direction: direction === 'desc' ? 'asc' : undefined }
}
