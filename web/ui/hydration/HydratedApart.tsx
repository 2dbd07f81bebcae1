import { Suspense, type ReactNode } from 'react'
import { HydrationProvider } from './HydrationProvider.tsx'

/**
 * A part of a page that React hydrates in a task of its own, so that none is long. Nothing in it may suspend, unless it has a fallback.
 * The page may count as hydrated before it is: it says for itself when it is.
 */
export function HydratedApart({ children, fallback }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <HydrationProvider>{children}</HydrationProvider>
    </Suspense>
  )
}
