import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listSavedSearches } from '../../../domain/api/offers/saved-searches.ts'
import { call } from '../../client.ts'

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
