import { queryOptions, useQuery } from '@tanstack/react-query'
import { getLimits, listTiers } from '../../../domain/api/accounts/tiers.ts'
import { call } from '../../client.ts'

/** The public table of tiers. */
export function tiersQuery() {
  return queryOptions({ queryKey: ['tiers'], queryFn: ({ signal }) => call(listTiers, {}, { signal }) })
}

/** The signed-in user's limits; each trade changes what is used of them. `enabled`: members do not read those of the owner. */
export function useLimits(enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['limits'],
    queryFn: ({ signal }) => call(getLimits, {}, { signal }),
    staleTime: 0,
  })
}
