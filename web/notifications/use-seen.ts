import { useEffect } from 'react'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { LISTED } from '../../domain/limits.ts'
import { markSeen } from './queries.ts'

/** The notifications that this tab has already reported. */
const reported = new Set<string>()

/** Reports the notifications as seen once the page that shows them is visible. */
export function useSeen(shown: readonly Notification[]): void {
  useEffect(() => {
    function report() {
      if (document.visibilityState !== 'visible') return
      const ids = shown.filter(({ id, isSeen }) => !isSeen && !reported.has(id)).map(({ id }) => id)
      for (const id of ids) reported.add(id)
      for (let at = 0; at < ids.length; at += LISTED.notifications)
        void markSeen(ids.slice(at, at + LISTED.notifications))
    }
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
  }, [shown])
}
