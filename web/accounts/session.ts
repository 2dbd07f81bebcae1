import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Person, Session } from '../../domain/api.ts'
import { call } from '../client.ts'

export const sessionKey = ['session'] as const

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  | { status: 'signed-in'; user: Person }
  | { status: 'failed'; user: null; retry: () => void }

/** Who is signed in, as the server says. The cookie itself is out of the page's reach. */
export function useSession(): SessionState {
  const { data, isPending, refetch } = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => call('getSession', {}, { signal }),
    staleTime: 60_000,
  })
  if (data) return data.user ? { status: 'signed-in', user: data.user } : { status: 'signed-out', user: null }
  return isPending ? { status: 'loading', user: null } : { status: 'failed', user: null, retry: () => void refetch() }
}

/** Makes the interface follow a sign-in or sign-out: nothing of the former person stays in memory. */
export function useSetSession(): (session: Session) => void {
  const client = useQueryClient()
  return (session) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    client.setQueryData(sessionKey, session)
  }
}
