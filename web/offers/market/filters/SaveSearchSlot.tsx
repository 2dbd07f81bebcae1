import { Suspense } from 'react'
import type { OfferQuery } from '../../../../domain/api/offers/offers.ts'
import { methodsIn } from '../../../../domain/offers/listing.ts'
import type { SearchInput } from '../../../../domain/offers/saved-searches.ts'
import { useSession } from '../../../session/session.ts'
import { withTexts } from '../../../i18n.ts'
import { lazyPart } from '../../../ui/hydration/lazy-part.ts'
import { currencyOf } from './filters.ts'

const SaveSearch = lazyPart(async () => ({
  default: (await withTexts('seldom', () => import('../../saved-searches/SaveSearch.tsx'))).SaveSearch,
}))

/** The button that saves the filters of the list: for signed-in readers who do not act for another user. */
export function SaveSearchSlot({ query }: { query: OfferQuery }) {
  const { status, actingFor } = useSession()
  if (status !== 'signed-in' || actingFor) return null
  const filters = filtersOf(query)
  return (
    <Suspense>
      <SaveSearch key={JSON.stringify(filters)} filters={filters} />
    </Suspense>
  )
}

/** The filters that a saved search can have. */
function filtersOf(query: OfferQuery): SearchInput {
  const { type, amount } = query
  return {
    type: type ?? null,
    fiatCurrency: currencyOf(query) ?? null,
    paymentMethods: methodsIn(query.method),
    amount: amount ?? '',
    pricePercentage: '',
    price: '',
    trader: null,
  }
}
