import { useQuery } from '@tanstack/react-query'
import { useSession } from '../accounts/session.ts'
import { call } from '../client.ts'

export const alertsKey = ['alerts'] as const

/** Pages without an event stream ask again this often. */
const ASK_AGAIN_MS = 60_000

/** The latest alerts, newest first. */
export function useAlerts() {
  return useQuery({
    queryKey: [...alertsKey, 'list'],
    queryFn: async ({ signal }) => (await call('listAlerts', {}, { signal })).alerts,
  })
}

/** How many alerts are unread; 0 for who is not signed in, and until it is known. */
export function useUnreadAlerts(): number {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: [...alertsKey, 'unread'],
    queryFn: async ({ signal }) => (await call('countAlerts', {}, { signal })).unread,
    enabled: user !== null,
    refetchInterval: ASK_AGAIN_MS,
  })
  return user ? (data ?? 0) : 0
}
