import { useLingui } from '@lingui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { listCurrencies } from '../../../domain/api/offers/currencies.ts'
import type { Language } from '../../../domain/languages.ts'
import { call } from '../../client.ts'
import { languageOf } from '../../language-of.ts'

export const currenciesKey = ['currencies'] as const

/** Whether each currency is available, and its legal notice in the language. */
export function currenciesQuery(language: Language) {
  return queryOptions({
    queryKey: [...currenciesKey, language],
    queryFn: ({ signal }) => call(listCurrencies, { query: { language } }, { signal }),
    staleTime: 60_000,
  })
}

export function useCurrencies() {
  const { i18n } = useLingui()
  return useQuery(currenciesQuery(languageOf(i18n)))
}
