import { lazy, Suspense } from 'react'
import type { FiatCurrency } from '../../domain/market.ts'
import { withTexts } from '../i18n.ts'

const Notice = lazy(async () => ({
  default: (await withTexts('currency', () => import('./CurrencyNotice.tsx'))).CurrencyNotice,
}))

/** The notice of the currency, on pages whose first scripts and texts are those of the lists: it comes after them. */
export function CurrencyNoticeSlot(props: { currency: FiatCurrency; className?: string }) {
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  )
}
