import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { getProfile, getTrader, type Profile } from '../../domain/api.ts'
import { call, nullIfMissing } from '../client.ts'

const profileKey = ['profile'] as const

/** The signed-in user's profile and settings. */
export function useProfile() {
  return useQuery({ queryKey: profileKey, queryFn: ({ signal }) => call(getProfile, {}, { signal }) })
}

/** A trader's public profile; null where no account has the name. */
export function traderQuery(username: string) {
  return queryOptions({
    queryKey: ['trader', username],
    queryFn: ({ signal }) => call(getTrader, { params: { username } }, { signal }).catch(nullIfMissing),
  })
}

export function useTrader(username: string) {
  return useQuery(traderQuery(username))
}

/** Shows the profile as the server has it after a change. */
export function keepProfile(client: QueryClient, profile: Profile): void {
  client.setQueryData(profileKey, profile)
}
