import { Suspense } from 'react'
import { withTexts } from '../../i18n.ts'
import { lazyPart } from '../../ui/hydration/lazy-part.ts'
import type { Props } from './CurrencyNotice.tsx'

const Notice = lazyPart(async () => ({
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
