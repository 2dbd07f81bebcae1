import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { User, Session } from '../../domain/api/accounts/sessions.ts'
import { tradingRefusal } from '../../domain/accounts/trading-refusal.ts'
import { call, setActingFor, untilCookieIsSet } from '../client.ts'
import { takeSignedOut } from './early-session.ts'
import { accountKnown } from './account-known.ts'
import { KEPT_TRADES } from './kept-trades.ts'
import { useHydrated } from '../ui/hydration/use-hydrated.ts'

export const sessionKey = ['session'] as const

export type SessionState =
  | { status: 'loading'; user: null; actingFor?: undefined }
  | { status: 'signed-out'; user: null; actingFor?: undefined }
  | { status: 'signed-in'; user: User; actingFor?: Session['actingFor'] }
  | { status: 'failed'; user: null; actingFor?: undefined; retry: () => void }

/** The signed-in user, as the server reports. The cookie is HttpOnly. */
export function useSession(): SessionState {
  const { data, isPending, refetch } = useSessionQuery()
  // The server renders pages for a visitor; a part may hydrate after the session is known.
  if (!useHydrated()) return { status: 'loading', user: null }
  if (data?.user) return { status: 'signed-in', user: data.user, actingFor: data.actingFor }
  if (data) return { status: 'signed-out', user: null }
  return isPending ? { status: 'loading', user: null } : { status: 'failed', user: null, retry: () => void refetch() }
}

/** Why the user may neither open trades nor create offers; null where they may. */
export function refusalOfUser(user: User | null) {
  return user && tradingRefusal({ isArbiter: user.roles.includes('arbiter'), isSuspended: Boolean(user.suspension) })
}

/** Whether the reader may create offers, if need be after signing in. */
export function canCreateOffers({ user, actingFor }: Pick<SessionState, 'user' | 'actingFor'>): boolean {
  return actingFor ? actingFor.roles.includes('offers') : refusalOfUser(user) === null
}

/** The outage that is open, or undefined. */
export function useOutage(): Session['outage'] {
  return useSessionQuery().data?.outage
}

function useSessionQuery() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ client, signal }) => readSession(client, signal),
    staleTime: 60_000,
  })
}

/** A user who was signed in a moment ago may be signed out only until the next cookie is set. */
async function readSession(client: QueryClient, signal: AbortSignal): Promise<Session> {
  const session = await findSession(client, signal)
  // Signing out clears the browser's storage; a session can also end elsewhere.
  if (session.user) accountKnown.write('yes')
  else void globalThis.caches?.delete(KEPT_TRADES).catch(() => {})
  // A page opened before the switch keeps its user; the server refuses its calls.
  if (!client.getQueryData<Session>(sessionKey)) setActingFor(session.actingFor?.id ?? null)
  return session
}

async function findSession(client: QueryClient, signal: AbortSignal): Promise<Session> {
  if (await takeSignedOut()) return { user: null }
  const session = await call('getSession', {}, { signal })
  if (session.user || !client.getQueryData<Session>(sessionKey)?.user) return session
  await untilCookieIsSet()
  return call('getSession', {}, { signal })
}

/** Updates the interface after signing in or out: no data of the previous user stays in memory. */
export function useSetSession(): (session: Session) => void {
  const client = useQueryClient()
  return (session) => {
    if (session.user) accountKnown.write('yes')
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    // The answer to a sign-in does not tell of an outage.
    client.setQueryData<Session>(sessionKey, (former) => ({
      ...(former?.outage && { outage: former.outage }),
      ...session,
    }))
    setActingFor(session.actingFor?.id ?? null)
  }
}
