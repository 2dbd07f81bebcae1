import { useLingui } from '@lingui/react/macro'
import {
  COMPLETION_STEPS,
  DEFAULT_SORT,
  SORTS,
  TRADES_STEPS,
  methodsIn,
  type Sort,
} from '../../../../domain/offers/listing.ts'
import { COUNTRIES, FIAT_CURRENCIES, type FiatCurrency } from '../../../../domain/offers/currencies.ts'
import { parseFiat, FIAT_DECIMALS } from '../../../../domain/money.ts'
import { NumberTextField } from '../../../ui/fields/NumberTextField.tsx'
import { PlainSelect } from '../../../ui/fields/PlainSelect.tsx'
import { useFormats } from '../../../formats.ts'
import type { Filters } from './filters.ts'
import { MethodChoices } from '../../MethodChoices.tsx'

type Props = { filters: Filters; onChange: (change: Filters) => void }

export function CurrencyField({ filters, onChange }: Props) {
  const { t } = useLingui()
  return (
    <PlainSelect
      name="currency"
      label={t`Currency`}
      options={choices(FIAT_CURRENCIES, t`All currencies`)}
      value={filters.currency ?? ''}
      onValueChange={(value) => onChange({ currency: value === '' ? undefined : value })}
    />
  )
}

type AmountProps = {
  currency: FiatCurrency | undefined
  /** The text in the address, by which the list is filtered where it is an amount. */
  filter: string | undefined
  value: string
  onValueChange: (value: string) => void
}

/** What the reader wants to pay or be paid: the offers whose limits contain it. */
export function AmountField({ currency, filter = '', value, onValueChange }: AmountProps) {
  const { t } = useLingui()
  const isIgnored = filter !== '' && filter === value && parseFiat(filter) === null
  return (
    <NumberTextField
      name="amount"
      label={t`Amount`}
      placeholder={t`Any`}
      unit={currency}
      error={
        isIgnored
          ? t`Enter an amount with at most ${FIAT_DECIMALS} decimals. The list isn’t filtered by it yet.`
          : undefined
      }
      value={value}
      onValueChange={onValueChange}
    />
  )
}

export function MethodField({ filters, onChange }: Props) {
  return (
    <MethodChoices
      currency={filters.currency}
      values={methodsIn(filters.method)}
      onValuesChange={(methods) => onChange({ method: methods.length === 0 ? undefined : methods.join() })}
    />
  )
}

export function CountryField({ filters, onChange }: Props) {
  const { t, i18n } = useLingui()
  return (
    <PlainSelect
      name="country"
      label={t`Country`}
      options={choices(COUNTRIES, t`All countries`, (country) => i18n._(country))}
      value={filters.country ?? ''}
      onValueChange={(value) => onChange({ country: value === '' ? undefined : value })}
    />
  )
}

/** The least completed trades of an offer's owner. */
export function TradesField({ filters, onChange }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const atLeast = (least: string) => t`At least ${least}`
  return (
    <PlainSelect
      name="minTrades"
      label={t`Completed trades`}
      options={choices(TRADES_STEPS, t`Any number`, (step) => atLeast(formats.count(Number(step))))}
      value={filters.minTrades ?? ''}
      onValueChange={(value) => onChange({ minTrades: value === '' ? undefined : value })}
    />
  )
}

/** The least completion rate of an offer's owner. */
export function CompletionField({ filters, onChange }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const atLeast = (least: string) => t`At least ${least}`
  return (
    <PlainSelect
      name="minCompletion"
      label={t`Completion rate`}
      options={choices(COMPLETION_STEPS, t`Any rate`, (step) => atLeast(formats.wholePercent(step)))}
      value={filters.minCompletion ?? ''}
      onValueChange={(value) => onChange({ minCompletion: value === '' ? undefined : value })}
    />
  )
}

/** The default order is not in the address. */
export function SortField({ filters, onChange }: Props) {
  const { t } = useLingui()
  const labels: Record<Sort, string> = {
    created_at: t`Date`,
    best_price: t`Best price`,
    price_percentage: t`Price`,
    max_amount: t`Amount`,
    rating: t`Rating`,
    completed_trades: t`Trades`,
  }
  return (
    <PlainSelect
      name="sort"
      label={t`Sort by`}
      options={SORTS.map((sort) => ({ value: sort, label: labels[sort] }))}
      value={filters.sort ?? DEFAULT_SORT}
      onValueChange={(sort) => onChange({ sort: sort === DEFAULT_SORT ? undefined : sort })}
      className="grow"
    />
  )
}

function choices<Value extends string>(values: readonly Value[], all: string, name: (value: Value) => string = String) {
  return [{ value: '' as const, label: all }, ...values.map((value) => ({ value, label: name(value) }))]
}
