import { startTransition, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { HydratedContext } from './use-hydrated.ts'

/**
 * Tells the page, or a part that React hydrates in a task of its own, once that it is hydrated: in a transition, because an external
 * store would render all that ask in one long task. One that no server rendered begins as hydrated.
 */
export function HydrationProvider({ children }: { children: ReactNode }) {
  const isRenderedHere = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const [isHydrated, setIsHydrated] = useState(isRenderedHere)
  useEffect(() => startTransition(() => setIsHydrated(true)), [])
  return <HydratedContext value={isHydrated}>{children}</HydratedContext>
}

function subscribeToNothing(): () => void {
  return () => {}
}
