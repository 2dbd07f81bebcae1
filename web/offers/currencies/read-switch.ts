import type { QueryClient } from '@tanstack/react-query'
import { namedIn, SOURCE_LANGUAGE } from '../../../domain/languages.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { currenciesQuery } from './queries.ts'

type List = {
  /** The currency of the list; undefined for a list of several. */
  currency: FiatCurrency | undefined
  isEmpty: boolean
}

/**
 * On the server: reads whether the currency of an empty list is switched off, so that the page says so without scripts. In the
 * browser `NoOffers` reads it, later.
 */
export async function readSwitch(client: QueryClient, { pathname }: URL, { currency, isEmpty }: List): Promise<void> {
  if (import.meta.env.SSR && currency !== undefined && isEmpty) {
    await client.ensureQueryData(currenciesQuery(namedIn(pathname) ?? SOURCE_LANGUAGE))
  }
}
