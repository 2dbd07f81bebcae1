import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { HydratedContext } from './use-hydrated.ts'

/** Tells the page once that it is hydrated, in a transition: an external store would render all that ask in one long task. */
export function HydrationProvider({ children }: { children: ReactNode }) {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => startTransition(() => setIsHydrated(true)), [])
  return <HydratedContext value={isHydrated}>{children}</HydratedContext>
}
