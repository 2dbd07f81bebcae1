import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSecondFactorChallenge, listIdentities, listSignInMethods, type Identity } from '../../domain/api.ts'
import { call } from '../client.ts'

const identitiesKey = ['identities'] as const

/** The services people can sign in with here, and whether wallets can. It does not change while the page is open. */
export function useSignInMethods() {
  return useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => call(listSignInMethods, {}, { signal }),
    staleTime: Infinity,
  })
}

/** What the sign-in that another service began here waits for; `ways` is null where none waits (any more). */
export function useSecondFactorChallenge(enabled: boolean) {
  return useQuery({
    queryKey: ['second-factor-challenge'],
    queryFn: ({ signal }) => call(getSecondFactorChallenge, {}, { signal }),
    enabled,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** What is linked to the person's account, the first linked first. */
export function useIdentities() {
  return useQuery({
    queryKey: identitiesKey,
    queryFn: async ({ signal }) => (await call(listIdentities, {}, { signal })).identities,
  })
}

/** Shows what is linked as a changing call answered it. */
export function useKeepIdentities(): (identities: Identity[]) => void {
  const client = useQueryClient()
  return (identities) => client.setQueryData(identitiesKey, identities)
}
