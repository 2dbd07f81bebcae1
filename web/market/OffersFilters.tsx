import { Trans, useLingui } from '@lingui/react/macro'
import { TRADER_MAX, type Sort } from '../../domain/listing.ts'
import { Button } from '../ui/Button.tsx'
import { NumberTextField } from '../ui/fields/NumberTextField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { BROWSE_FILTERS, cleared, isNarrowed, useSetFilters, type Filters } from './filters.ts'
import { FilterForm } from './FilterForm.tsx'
import { CompletionField, CountryField, CurrencyField, MethodField, SortField, TradesField } from './FilterFields.tsx'
import { useTyped } from './use-typed.ts'

/** The orders whose first rows are what a taker looks for: the newest, the cheapest, the largest, the most experienced. */
const SORTS: readonly Sort[] = ['created_at', 'best_price', 'max_amount', 'completed_trades']

/** Filters and order of Browse, all kept in the address, so that it can be saved and shared. */
export function OffersFilters({ filters }: { filters: Filters }) {
  const { t } = useLingui()
  const setFilters = useSetFilters()
  const onChange = (change: Filters) => setFilters(change, { replace: true })
  const [amount, setAmount] = useTyped(filters.amount, (value) => onChange({ amount: value }))
  const [trader, setTrader] = useTyped(filters.trader, (value) => onChange({ trader: value }))
  return (
    <FilterForm
      names={BROWSE_FILTERS}
      className="mb-5 grid grid-cols-2 items-start gap-3 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1.2fr_1.2fr_1.2fr]"
    >
      <CurrencyField filters={filters} onChange={onChange} />
      <NumberTextField
        name="amount"
        label={t`Amount`}
        placeholder={t`Any`}
        unit={filters.currency}
        value={amount}
        onValueChange={setAmount}
      />
      <MethodField filters={filters} onChange={onChange} />
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
      <SortField filters={filters} onChange={onChange} sorts={SORTS} />
      <Button
        variant="quiet"
        disabled={!isNarrowed(filters)}
        // Below the labels of the other columns: an error under the amount must not move what is pressed next.
        className="max-md:col-span-2 md:mt-6.5 noscript:hidden"
        // Keeps the focus where it is: leaving the amount could show its error and move this button from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setAmount('')
          setTrader('')
          onChange(cleared(BROWSE_FILTERS))
        }}
      >
        <Trans>Clear all</Trans>
      </Button>
    </FilterForm>
  )
}
