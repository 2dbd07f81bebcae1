import type { QueryKey } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { OfferQuery } from '../../domain/api.ts'
import { useIdleCallback } from '../ui/use-lazy-module.ts'

const LiveRows = lazy(() => import('./live/LiveRows.tsx'))

export type LiveList = {
  /** Of the list's data. */
  queryKey: QueryKey
  query: OfferQuery
  /** What the line above the list says. */
  children: ReactNode
}

/** The line above a list. What keeps the rows up to date is downloaded when the page is interactive and idle. */
export function LiveSlot(list: LiveList) {
  const [isIdle, setIsIdle] = useState(false)
  useIdleCallback(() => setIsIdle(true))
  const line = (
    <p role="status" className="text-sm text-muted">
      {list.children}
    </p>
  )
  if (!isIdle) return line
  return (
    <Suspense fallback={line}>
      <LiveRows key={JSON.stringify(list.queryKey)} {...list} />
    </Suspense>
  )
}
