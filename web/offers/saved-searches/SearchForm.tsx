import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { SavedSearch } from '../../../domain/api/offers/saved-searches.ts'
import { methodsOf } from '../../../domain/payments/methods.ts'
import { type FiatCurrency } from '../../../domain/offers/currencies.ts'
import { searchSchema, type SearchInput } from '../../../domain/offers/saved-searches.ts'
import { errorText } from '../../client.ts'
import { useCurrencyOptions } from '../currencies/use-currency-options.ts'
import { MethodChoices } from '../MethodChoices.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { PlainSelect } from '../../ui/fields/PlainSelect.tsx'
import { SearchRule } from './SearchRule.tsx'

export const NO_FILTERS: SearchInput = {
  type: null,
  fiatCurrency: null,
  paymentMethods: [],
  amount: '',
  pricePercentage: '',
  price: '',
  trader: null,
}

/** The filters of a saved search as its form has them. */
export function inputOf({
  type,
  fiatCurrency,
  paymentMethods,
  trader,
  amount,
  pricePercentage,
  price,
}: SavedSearch): SearchInput {
  return {
    type,
    fiatCurrency,
    paymentMethods,
    trader,
    amount: amount ?? '',
    pricePercentage: pricePercentage ?? '',
    // Removes zeros after the third decimal: 3.210000 is shown as 3.210.
    price: (price ?? '').replace(/(\.\d{3}\d*?)0+$/, '$1'),
  }
}

type Props = {
  initial: SearchInput
  label: ReactNode
  /** Makes the call; what it throws is shown above the button. */
  onSubmit: (search: SearchInput) => Promise<void>
}

/** The filters that are saved, and the price limit, which the lists of offers do not filter by. */
export function SearchForm({ initial, label, onSubmit }: Props) {
  const { t, i18n } = useLingui()
  const currencies = useCurrencyOptions()
  const [search, setSearch] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const change = (part: Partial<SearchInput>) => setSearch({ ...search, ...part })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { data, error } = z.safeParse(searchSchema, search)
    if (error) return setProblem(i18n._(error.issues[0]?.message ?? ''))
    setIsBusy(true)
    try {
      await onSubmit(data)
    } catch (thrown) {
      setProblem(errorText(thrown))
    }
    setIsBusy(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <PlainSelect
          name="type"
          label={t`I want to`}
          options={[
            { value: '', label: t`Buy or sell USDT` },
            { value: 'sell', label: t`Buy USDT` },
            { value: 'buy', label: t`Sell USDT` },
          ]}
          value={search.type ?? ''}
          onValueChange={(type) => change({ type: type === '' ? null : type })}
        />
        <PlainSelect
          name="currency"
          label={t`Currency`}
          options={[{ value: '', label: t`All currencies` }, ...currencies]}
          value={search.fiatCurrency ?? ''}
          onValueChange={(currency) => change(inCurrency(search, currency === '' ? null : currency))}
        />
        <MethodChoices
          currency={search.fiatCurrency ?? undefined}
          values={search.paymentMethods}
          onValuesChange={(paymentMethods) => change({ paymentMethods })}
        />
        <NumberTextField
          name="amount"
          label={t`Amount`}
          placeholder={t`Any`}
          unit={search.fiatCurrency ?? undefined}
          value={search.amount}
          onValueChange={(amount) => change({ amount })}
        />
        <PriceLimit search={search} onChange={change} />
      </div>
      {search.trader !== null && (
        <p className="text-muted">
          <Trans>
            Only offers of <bdi className="font-semibold text-ink">{search.trader}</bdi>
          </Trans>
        </p>
      )}
      <p className="text-sm text-muted">
        <SearchRule />
      </p>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
      <Button type="submit" variant="accent" busy={isBusy}>
        {label}
      </Button>
    </form>
  )
}

/** Another currency, with those of the chosen methods that it has. */
function inCurrency({ paymentMethods }: SearchInput, fiatCurrency: FiatCurrency | null): Partial<SearchInput> {
  const known = methodsOf(fiatCurrency ?? undefined)
  return { fiatCurrency, paymentMethods: paymentMethods.filter((method) => known.includes(method)) }
}

type LimitKind = 'none' | 'percentage' | 'price'
type LimitProps = { search: SearchInput; onChange: (part: Partial<SearchInput>) => void }

/** The kind of the price limit, and its figure: a search has one kind at a time. */
function PriceLimit({ search, onChange }: LimitProps) {
  const { t } = useLingui()
  const [limit, setLimit] = useState<LimitKind>(
    search.price === '' ? (search.pricePercentage === '' ? 'none' : 'percentage') : 'price',
  )
  const bound = search.type === 'buy' ? t`At least` : t`At most`
  return (
    <>
      <PlainSelect<LimitKind>
        name="limit"
        label={t`Price limit`}
        options={[
          { value: 'none', label: t`Any price` },
          { value: 'percentage', label: t`Price vs market` },
          { value: 'price', label: t`Price for 1 USDT` },
        ]}
        value={limit}
        onValueChange={(kind) => {
          setLimit(kind)
          onChange({ pricePercentage: '', price: '' })
        }}
      />
      {limit === 'percentage' && (
        <NumberTextField
          name="pricePercentage"
          label={bound}
          unit="%"
          signed
          value={search.pricePercentage}
          onValueChange={(pricePercentage) => onChange({ pricePercentage })}
        />
      )}
      {limit === 'price' && (
        <NumberTextField
          name="price"
          label={bound}
          unit={search.fiatCurrency ?? undefined}
          value={search.price}
          onValueChange={(price) => onChange({ price })}
        />
      )}
    </>
  )
}
