import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Person, Session } from '../../domain/api.ts'
import { call, untilCookieIsSet } from '../client.ts'

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
    queryFn: ({ client, signal }) => readSession(client, signal),
    staleTime: 60_000,
  })
  if (data) return data.user ? { status: 'signed-in', user: data.user } : { status: 'signed-out', user: null }
  return isPending ? { status: 'loading', user: null } : { status: 'failed', user: null, retry: () => void refetch() }
}

/** Who was signed in a moment ago may only be getting another cookie. */
async function readSession(client: QueryClient, signal: AbortSignal): Promise<Session> {
  const session = await call('getSession', {}, { signal })
  if (session.user || !client.getQueryData<Session>(sessionKey)?.user) return session
  await untilCookieIsSet()
  return call('getSession', {}, { signal })
}

/** Makes the interface follow a sign-in or sign-out: nothing of the former person stays in memory. */
export function useSetSession(): (session: Session) => void {
  const client = useQueryClient()
  return (session) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    client.setQueryData(sessionKey, session)
  }
}
