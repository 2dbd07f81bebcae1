import { useQuery } from '@tanstack/react-query'
import { listSessions } from '../../domain/api/accounts/accounts.ts'
import { call } from '../client.ts'

export const sessionsKey = ['sessions'] as const

/** The user's sessions, this one first. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call(listSessions, {}, { signal })).sessions,
  })
}
