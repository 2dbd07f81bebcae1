import { Trans, useLingui } from '@lingui/react/macro'
import { TRADER_MAX, type Sort } from '../../../../domain/offers/listing.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { BROWSE_FILTERS, cleared, isNarrowed, useSetFilters, type FilterName, type Filters } from './filters.ts'
import { FilterForm } from './FilterForm.tsx'
import {
  AmountField,
  CompletionField,
  CountryField,
  CurrencyField,
  MethodField,
  SortField,
  TradesField,
} from './FilterFields.tsx'
import { MoreFilters } from './MoreFilters.tsx'
import { useTyped } from '../../../ui/fields/use-typed.ts'

/** The orders whose first rows are what a taker looks for: the best price, the newest, the largest, the most experienced. */
const SORTS: readonly Sort[] = ['best_price', 'created_at', 'max_amount', 'completed_trades']

/** Filters that few readers need, behind "More filters". */
const MORE = ['country', 'minTrades', 'minCompletion', 'trader'] as const satisfies readonly FilterName[]

/** Filters and order of Browse, all kept in the address, so that it can be saved and shared. */
export function OffersFilters({ filters }: { filters: Filters }) {
  const { t } = useLingui()
  const setFilters = useSetFilters()
  const onChange = (change: Filters) => setFilters(change, { replace: true })
  const [amount, setAmount] = useTyped(filters.amount, (value) => onChange({ amount: value }))
  const [trader, setTrader] = useTyped(filters.trader, (value) => onChange({ trader: value }))
  return (
    <FilterForm names={BROWSE_FILTERS} className="grid grid-cols-2 items-start gap-3 md:grid-cols-4">
      <CurrencyField filters={filters} onChange={onChange} />
      <AmountField currency={filters.currency} filter={filters.amount} value={amount} onValueChange={setAmount} />
      <MethodField filters={filters} onChange={onChange} />
      <SortField filters={filters} onChange={onChange} sorts={SORTS} />
      <MoreFilters filters={filters} names={MORE}>
        <CountryField filters={filters} onChange={onChange} />
        <TradesField filters={filters} onChange={onChange} />
        <CompletionField filters={filters} onChange={onChange} />
        <TextField
          name="trader"
          type="search"
          label={t`Trader name`}
          placeholder={t`Any trader`}
          maxLength={TRADER_MAX}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={trader}
          onValueChange={setTrader}
        />
      </MoreFilters>
      <Button
        variant="quiet"
        disabled={!isNarrowed(filters)}
        className="col-start-2 -me-3 justify-self-end px-3! md:col-start-4 noscript:hidden"
        // Keeps the focus where it is: leaving the amount could show its error and move this button from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setAmount('')
          setTrader('')
          onChange(cleared(BROWSE_FILTERS))
        }}
      >
        <Trans>Reset filters</Trans>
      </Button>
    </FilterForm>
  )
}
