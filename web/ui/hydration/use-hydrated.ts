import { createContext, use } from 'react'

/** Whether React has hydrated the page of the server: set by HydrationProvider, and true without one. */
export const HydratedContext = createContext(true)

/** False while React hydrates a page of the server, then true: what only the browser knows comes after. */
export function useHydrated(): boolean {
  return use(HydratedContext)
}
