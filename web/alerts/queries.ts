import { useQuery } from '@tanstack/react-query'
import { countAlerts, listAlerts } from '../../domain/api.ts'
import { useSession } from '../accounts/session.ts'
import { call } from '../client.ts'

export const alertsKey = ['alerts'] as const

/** Pages without an event stream poll at this interval. */
const ASK_AGAIN_MS = 60_000

/** The latest alerts, newest first. */
export function useAlerts() {
  return useQuery({
    queryKey: [...alertsKey, 'list'],
    queryFn: async ({ signal }) => (await call(listAlerts, {}, { signal })).alerts,
  })
}

/** The number of unread alerts; 0 for visitors, and while it loads. */
export function useUnreadAlerts(): number {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: [...alertsKey, 'unread'],
    queryFn: async ({ signal }) => (await call(countAlerts, {}, { signal })).unread,
    enabled: user !== null,
    refetchInterval: ASK_AGAIN_MS,
  })
  return user ? (data ?? 0) : 0
}
