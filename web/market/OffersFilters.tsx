import { Trans, useLingui } from '@lingui/react/macro'
import { COUNTRIES, CURRENCIES, FIAT_CURRENCIES, PAYMENT_METHODS } from '../../domain/market.ts'
import { Button } from '../ui/Button.tsx'
import { NumberTextField } from '../ui/NumberTextField.tsx'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useSetFilters, type Filters } from './browse-filters.ts'
import { useTyped } from './use-typed.ts'

/** Narrows the market; every choice is in the address, so that it can be kept, shared and gone back to. */
export function OffersFilters({ filters }: { filters: Filters }) {
  const { t, i18n } = useLingui()
  const setFilters = useSetFilters()
  const [amount, setAmount] = useTyped(filters.amount, (value) => setFilters({ amount: value }))
  const [trader, setTrader] = useTyped(filters.trader, (value) => setFilters({ trader: value }))
  const methods = filters.currency ? CURRENCIES[filters.currency].methods : PAYMENT_METHODS
  const hasFilters = Object.values(filters).some((value) => value !== undefined)
  return (
    <search className="mb-5 grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_1fr_1.2fr_1.2fr_1.4fr_auto]">
      <Select
        name="currency"
        label={t`Currency`}
        options={choices(FIAT_CURRENCIES, t`All currencies`)}
        value={filters.currency ?? ''}
        onValueChange={(value) => setFilters({ currency: value === '' ? undefined : value })}
      />
      <NumberTextField
        name="amount"
        label={t`Amount`}
        placeholder={t`Any`}
        unit={filters.currency}
        value={amount}
        onValueChange={setAmount}
      />
      <Select
        name="method"
        label={t`Payment method`}
        options={choices(methods, t`All methods`, (method) => i18n._(method))}
        value={filters.method ?? ''}
        onValueChange={(value) => setFilters({ method: value === '' ? undefined : value })}
      />
      <Select
        name="country"
        label={t`Country`}
        options={choices(COUNTRIES, t`All countries`, (country) => i18n._(country))}
        value={filters.country ?? ''}
        onValueChange={(value) => setFilters({ country: value === '' ? undefined : value })}
      />
      <TextField
        name="trader"
        type="search"
        label={t`Trader name`}
        placeholder={t`Any trader`}
        maxLength={40}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={trader}
        onValueChange={setTrader}
      />
      <Button
        variant="quiet"
        disabled={!hasFilters}
        onClick={() => {
          setAmount('')
          setTrader('')
          setFilters({
            currency: undefined,
            amount: undefined,
            method: undefined,
            country: undefined,
            trader: undefined,
          })
        }}
      >
        <Trans>Clear all</Trans>
      </Button>
    </search>
  )
}

function choices<Value extends string>(values: readonly Value[], all: string, name: (value: Value) => string = String) {
  return [{ value: '' as const, label: all }, ...values.map((value) => ({ value, label: name(value) }))]
}
