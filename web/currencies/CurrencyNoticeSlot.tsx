import { lazy, Suspense } from 'react'
import { withTexts } from '../i18n.ts'
import type { Props } from './CurrencyNotice.tsx'

const Notice = lazy(async () => ({
  default: (await withTexts('seldom', () => import('./CurrencyNotice.tsx'))).CurrencyNotice,
}))

/** The notice of the currency, on pages whose first scripts and texts are those of the lists: it comes after them. */
export function CurrencyNoticeSlot(props: Props) {
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  )
}
