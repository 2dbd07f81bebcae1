import { Trans, useLingui } from '@lingui/react/macro'
import { CURRENCIES, FIAT_CURRENCIES, PAYMENT_METHODS } from '../../domain/market.ts'
import { SEARCH_MAX, type Direction, type Sort } from '../../domain/listing.ts'
import type { OfferType } from '../../domain/offers.ts'
import { useTyped } from './use-typed.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { isNarrowed, useSetFilters, type Filters } from './filters.ts'

/** Searches, narrows and orders the marketplace; every choice is in the address. */
export function MarketplaceFilters({ filters }: { filters: Filters }) {
  const { t, i18n } = useLingui()
  const setFilters = useSetFilters()
  const [search, setSearch] = useTyped(filters.search, (value) => setFilters({ search: value }, { replace: true }))
  const methods = filters.currency ? CURRENCIES[filters.currency].methods : PAYMENT_METHODS
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
      <Select<OfferType | ''>
        name="type"
        label={t`Type`}
        options={[
          { value: '', label: t`All types` },
          { value: 'buy', label: t`Buy` },
          { value: 'sell', label: t`Sell` },
        ]}
        value={filters.type ?? ''}
        onValueChange={(value) => setFilters({ type: value === '' ? undefined : value })}
      />
      <Select
        name="currency"
        label={t`Currency`}
        options={choices(FIAT_CURRENCIES, t`All currencies`)}
        value={filters.currency ?? ''}
        onValueChange={(value) => setFilters({ currency: value === '' ? undefined : value })}
      />
      <Select
        name="method"
        label={t`Payment method`}
        options={choices(methods, t`All methods`, (method) => i18n._(method))}
        value={filters.method ?? ''}
        onValueChange={(value) => setFilters({ method: value === '' ? undefined : value })}
      />
      <Order sort={filters.sort ?? 'created_at'} direction={filters.direction ?? 'desc'} />
      {isNarrowed(filters) && (
        <Button
          variant="quiet"
          className="col-span-2 md:col-span-full md:justify-self-start"
          onClick={() => {
            setSearch('')
            setFilters({ search: undefined, type: undefined, currency: undefined, method: undefined })
          }}
        >
          <Trans>Clear all</Trans>
        </Button>
      )}
    </search>
  )
}

function Order({ sort, direction }: { sort: Sort; direction: Direction }) {
  const { t } = useLingui()
  const setFilters = useSetFilters()
  const isDescending = direction === 'desc'
  return (
    <>
      <Select
        name="sort"
        label={t`Sort by`}
        options={[
          { value: 'created_at', label: t`Date` },
          { value: 'price_percentage', label: t`Price` },
          { value: 'max_amount', label: t`Amount` },
          { value: 'completed_trades', label: t`Trades` },
        ]}
        value={sort}
        onValueChange={(value) => setFilters({ sort: value === 'created_at' ? undefined : value })}
      />
      <Button
        className="max-md:col-span-2"
        aria-label={isDescending ? t`Descending, press for ascending` : t`Ascending, press for descending`}
        onClick={() => setFilters({ direction: isDescending ? 'asc' : undefined })}
      >
        <span aria-hidden>{isDescending ? '↓' : '↑'}</span>
        {isDescending ? <Trans>Descending</Trans> : <Trans>Ascending</Trans>}
      </Button>
    </>
  )
}

function choices<Value extends string>(values: readonly Value[], all: string, name: (value: Value) => string = String) {
  return [{ value: '' as const, label: all }, ...values.map((value) => ({ value, label: name(value) }))]
}
