import { useQuery, type QueryClient } from '@tanstack/react-query'
import { getProfile, type Profile } from '../../domain/api/profiles/profiles.ts'
import { call } from '../client.ts'

const profileKey = ['profile'] as const

/** The signed-in user's profile and settings. */
export function useProfile() {
  return useQuery({ queryKey: profileKey, queryFn: ({ signal }) => call(getProfile, {}, { signal }) })
}

/** Shows the profile as the server has it after a change. */
export function keepProfile(client: QueryClient, profile: Profile): void {
  client.setQueryData(profileKey, profile)
}
