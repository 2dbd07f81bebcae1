import { queryOptions, useQuery } from '@tanstack/react-query'
import { getLimits, listTiers } from '../../../domain/api/accounts/tiers.ts'
import { call } from '../../client.ts'

/** The public table of tiers. */
export function tiersQuery() {
  return queryOptions({ queryKey: ['tiers'], queryFn: ({ signal }) => call(listTiers, {}, { signal }) })
}

/** The signed-in user's limits; each trade changes what is used of them. */
export function useLimits() {
  return useQuery({ queryKey: ['limits'], queryFn: ({ signal }) => call(getLimits, {}, { signal }), staleTime: 0 })
}
