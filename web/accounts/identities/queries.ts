import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getSecondFactorChallenge,
  listIdentities,
  listSignInMethods,
  type Identity,
} from '../../../domain/api/accounts/identities.ts'
import { call } from '../../client.ts'

const identitiesKey = ['identities'] as const

/** The enabled identity providers, and whether wallets are. Constant while the page is open. */
export function useSignInMethods() {
  return useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => call(listSignInMethods, {}, { signal }),
    staleTime: Infinity,
  })
}

/** The second factor challenge of a pending sign-in; its methods are null where none is pending. */
export function useSecondFactorChallenge(enabled: boolean) {
  return useQuery({
    queryKey: ['second-factor-challenge'],
    queryFn: ({ signal }) => call(getSecondFactorChallenge, {}, { signal }),
    enabled,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The identities linked to the user's account, the first linked first. */
export function useIdentities() {
  return useQuery({
    queryKey: identitiesKey,
    queryFn: async ({ signal }) => (await call(listIdentities, {}, { signal })).identities,
  })
}

/** Updates the linked identities with the answer of a changing call. */
export function useKeepIdentities(): (identities: Identity[]) => void {
  const client = useQueryClient()
  return (identities) => client.setQueryData(identitiesKey, identities)
}
