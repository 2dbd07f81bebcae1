import { useSyncExternalStore } from 'react'

/** False while a page written out at build time is taken over, and true from then on: what only the address knows comes after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

function never() {
  return () => {}
}
