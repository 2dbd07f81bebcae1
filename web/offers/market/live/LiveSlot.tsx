import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/hydration/lazy-part.ts'
import { useIdleCallback } from '../../../ui/hydration/use-lazy-module.ts'
import type { LiveList } from './LiveRows.tsx'

const LiveRows = lazyPart(() => import('./LiveRows.tsx'))

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
