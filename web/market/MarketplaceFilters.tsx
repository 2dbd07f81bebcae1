import { Trans, useLingui } from '@lingui/react/macro'
import { DEFAULT_DIRECTION, SEARCH_MAX, SORTS, type Direction } from '../../domain/listing.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { MARKETPLACE_FILTERS, cleared, isNarrowed, useSetFilters, type Filters } from './filters.ts'
import { CurrencyField, MethodField, SortField, TypeField } from './FilterFields.tsx'
import { useTyped } from './use-typed.ts'

/** Search, filters and order of the marketplace, all kept in the address. */
export function MarketplaceFilters({ filters }: { filters: Filters }) {
  const { t } = useLingui()
  const setFilters = useSetFilters()
  const [search, setSearch] = useTyped(filters.search, (value) => setFilters({ search: value }, { replace: true }))
  return (
    <search className="mb-5 grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_1fr_1fr_1.2fr_1fr_auto]">
      <TextField
        name="search"
        type="search"
        label={t`Search`}
        placeholder={t`Trader, terms or payment method`}
        className="col-span-2 md:col-span-1"
        maxLength={SEARCH_MAX}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={search}
        onValueChange={setSearch}
      />
      <TypeField filters={filters} onChange={setFilters} />
      <CurrencyField filters={filters} onChange={setFilters} />
      <MethodField filters={filters} onChange={setFilters} />
      <SortField filters={filters} onChange={setFilters} sorts={SORTS} />
      <DirectionToggle direction={filters.direction ?? DEFAULT_DIRECTION} onChange={setFilters} />
      {isNarrowed(filters) && (
        <Button
          variant="quiet"
          className="col-span-2 md:col-span-full md:justify-self-start"
          onClick={() => {
            setSearch('')
            setFilters(cleared(MARKETPLACE_FILTERS))
          }}
        >
          <Trans>Clear all</Trans>
        </Button>
      )}
    </search>
  )
}

type ToggleProps = { direction: Direction; onChange: (change: Filters) => void }

function DirectionToggle({ direction, onChange }: ToggleProps) {
  const { t } = useLingui()
  const isDescending = direction === 'desc'
  return (
    <Button
      className="max-md:col-span-2"
      aria-label={isDescending ? t`Descending, press for ascending` : t`Ascending, press for descending`}
      onClick={() => onChange({ direction: isDescending ? 'asc' : undefined })}
    >
      <span aria-hidden>{isDescending ? '↓' : '↑'}</span>
      {isDescending ? <Trans>Descending</Trans> : <Trans>Ascending</Trans>}
    </Button>
  )
}
