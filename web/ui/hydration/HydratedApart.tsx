import { Suspense, type ReactNode } from 'react'

/** A part of a page that React hydrates in a task of its own, so that none is long. Nothing in it may suspend. */
export function HydratedApart({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>
}
