import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getTradeAgain } from '../../../domain/api/trades/trade-again.ts'
import { listSavedSearches } from '../../../domain/api/offers/saved-searches.ts'
import { useSession } from '../../session/session.ts'
import { call, nullIfMissing } from '../../client.ts'

const searchesKey = ['saved-searches'] as const

/** The user's saved searches, the latest first. */
export function useSavedSearches() {
  return useQuery({
    queryKey: searchesKey,
    queryFn: async ({ signal }) => (await call(listSavedSearches, {}, { signal })).searches,
  })
}

/** Reads the saved searches again after a change. */
export function useReadSearchesAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: searchesKey })
}

/** A completed trade with the trader and the offers on which it can be repeated; null for an unknown trader. */
export function useTradeAgain(username: string, trade?: string) {
  const { status, actingFor } = useSession()
  return useQuery({
    queryKey: ['trade-again', username, trade],
    queryFn: ({ signal }) =>
      call(getTradeAgain, { params: { username }, query: { trade } }, { signal }).catch(nullIfMissing),
    enabled: status === 'signed-in' && !actingFor,
  })
}
