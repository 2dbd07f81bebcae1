import { Suspense, useMemo, type ReactNode } from 'react'
import { plannedTrade } from '../session/planned-trade.ts'
import { lazyPart } from '../ui/hydration/lazy-part.ts'
import { useHydrated } from '../ui/hydration/use-hydrated.ts'

// Only for visitors who come from an offer.
const PlannedTradeCard = lazyPart(() => import('../layout/PlannedTradeCard.tsx'))

type Props = {
  title: ReactNode
  /** The choice between signing in and creating an account. */
  tabs?: ReactNode
  /** Where the form leads: the trade that it opens stays in view. */
  next?: string
  children: ReactNode
  /** A link below the form. */
  other?: ReactNode
}

/** The card of the pages for signing in and registering: a heading, the form, and the trade that the user came for. */
export function AccountFrame({ title, tabs, next, children, other }: Props) {
  return (
    <div className="wrap grid justify-center py-6 md:py-12">
      <div className="w-[min(28rem,calc(100vw-2rem))] [&_input]:scroll-mt-32">
        <h1 className="title mb-4">{title}</h1>
        {tabs}
        {next !== undefined && <Planned next={next} />}
        <div className="panel p-5 sm:p-7">{children}</div>
        {other !== undefined && <p className="mt-5 text-center text-muted">{other}</p>}
      </div>
    </div>
  )
}

/** Known in the browser only: the prerendered page has no address of return. */
function Planned({ next }: { next: string }) {
  const trade = useMemo(() => plannedTrade(next), [next])
  if (!useHydrated() || trade === null) return null
  return (
    <Suspense fallback={<div className="mb-4 h-20" />}>
      <PlannedTradeCard trade={trade} />
    </Suspense>
  )
}
