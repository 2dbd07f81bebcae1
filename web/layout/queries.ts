import { QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionKey } from '../session/session.ts'
import { ApiError } from '../client.ts'

/** The query cache. A refusal is not retried; a lost connection is. */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // The session ended elsewhere: update the whole interface.
        if (error instanceof ApiError && error.code === 'signed_out') client.setQueryData(sessionKey, { user: null })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A page that the reader goes back to shows its rows immediately. On the server each page has a client of its own.
        gcTime: import.meta.env.SSR ? Infinity : 30 * 60_000,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.isDefinite),
      },
    },
  })
  return client
}
