import { useLingui } from '@lingui/react/macro'
import { FIAT_CURRENCIES, type FiatCurrency } from '../../../domain/offers/currencies.ts'
import type { Option } from '../../ui/fields/PlainSelect.tsx'
import { useCurrencies } from './queries.ts'

/** The currencies as options of a select. One that is switched off can be chosen, since an offer or a search may have it. */
export function useCurrencyOptions(): Option<FiatCurrency>[] {
  const { t } = useLingui()
  const { data } = useCurrencies()
  return FIAT_CURRENCIES.map((currency) => {
    const found = data?.currencies.find(({ fiatCurrency }) => fiatCurrency === currency)
    return { value: currency, label: found?.isAvailable === false ? t`${currency} (unavailable)` : currency }
  })
}
