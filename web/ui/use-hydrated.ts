import { useSyncExternalStore } from 'react'

/** False while React hydrates a page of the server, then true: what only the browser knows comes after. */
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
