import * as z from 'zod/mini'
import { useSearchParams } from 'react-router'
import type { OfferQuery } from '../../domain/api.ts'
import { withoutLanguage } from '../../domain/languages.ts'
import { COUNTRIES, CURRENCIES, FIAT_CURRENCIES, PAYMENT_METHODS } from '../../domain/market.ts'
import { parseFiat } from '../../domain/money.ts'
import type { OfferType } from '../../domain/offers.ts'
import { paths } from '../paths.ts'

/** What the person looking wants to do; null while both kinds of offers are shown. */
export type Side = 'buy' | 'sell' | null

export type Filters = Pick<OfferQuery, 'currency' | 'method' | 'country' | 'amount' | 'trader'>

const text = (most: number) => z.catch(z.optional(z.string().check(z.maxLength(most))), undefined)
const schema = z.object({
  currency: z.catch(z.optional(z.enum(FIAT_CURRENCIES)), undefined),
  method: z.catch(z.optional(z.enum(PAYMENT_METHODS)), undefined),
  country: z.catch(z.optional(z.enum(COUNTRIES)), undefined),
  amount: text(20),
  trader: text(40),
})

/** The filters an address carries; what is not valid is left out. */
export function filtersOf(address: string): Filters {
  return z.parse(schema, Object.fromEntries(new URL(address).searchParams))
}

/** /offers/buy, /offers/sell, or /offers with ?type= (spec section 2, Browse offers). */
export function sideOf(address: string): Side {
  const { pathname, searchParams } = new URL(address)
  const path = withoutLanguage(pathname)
  const named = path.startsWith(`${paths.offers}/`) ? path.split('/')[2] : searchParams.get('type')
  return named === 'buy' || named === 'sell' ? named : null
}

/** The call behind a page of filters: who buys is shown sell offers; an amount that is no number filters nothing. */
export function queryOf(side: Side, filters: Filters): OfferQuery {
  const types: Record<NonNullable<Side>, OfferType> = { buy: 'sell', sell: 'buy' }
  const amount = filters.amount !== undefined && parseFiat(filters.amount) !== null ? filters.amount : undefined
  return { ...filters, amount, type: side === null ? undefined : types[side] }
}

/** Changes filters in the address, in place. A method that does not belong to the new currency goes. */
export function useSetFilters(): (change: Filters) => void {
  const [, setSearch] = useSearchParams()
  return (change) =>
    setSearch(
      (search) => {
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined || value === '') search.delete(name)
          else search.set(name, value)
        }
        dropForeignMethod(search)
        return search
      },
      { replace: true, preventScrollReset: true },
    )
}

function dropForeignMethod(search: URLSearchParams): void {
  const currency = FIAT_CURRENCIES.find((known) => known === search.get('currency'))
  const methods: readonly string[] = currency ? CURRENCIES[currency].methods : PAYMENT_METHODS
  if (!methods.includes(search.get('method') ?? '')) search.delete('method')
}
