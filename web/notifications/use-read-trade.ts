import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { markRead } from './queries.ts'

/** Marks the notifications of a trade as read while its page is visible. Later ones are marked as they arrive (showNotification.ts). */
export function useReadTrade(tradeId: string): void {
  const client = useQueryClient()
  const { actingFor } = useSession()
  // A team member leaves the owner's notifications as they are.
  const isOwn = !actingFor
  useEffect(() => {
    if (!isOwn) return
    function read() {
      if (document.visibilityState === 'visible') void markRead(client, { tradeId }).catch(() => {})
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [client, tradeId, isOwn])
}
