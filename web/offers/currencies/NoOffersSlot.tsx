import { Suspense, type ReactNode } from 'react'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { withTexts } from '../../i18n.ts'
import { lazyPart } from '../../ui/hydration/lazy-part.ts'

const NoOffers = lazyPart(async () => ({
  default: (await withTexts('seldom', () => import('./NoOffers.tsx'))).NoOffers,
}))

type Props = {
  /** The currency of the list; undefined for a list of several. */
  currency: FiatCurrency | undefined
  /** What leads on where the currency is switched off. */
  others?: ReactNode
  children: ReactNode
}

/** An empty list of offers: the children, replaced once it is known that the currency is switched off. */
export function NoOffersSlot({ currency, others, children }: Props) {
  if (!currency) return children
  return (
    <Suspense fallback={children}>
      <NoOffers currency={currency} others={others}>
        {children}
      </NoOffers>
    </Suspense>
  )
}
