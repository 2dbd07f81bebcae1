import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSecondStep, listIdentities, listWaysIn, type Identity } from '../../domain/api.ts'
import { call } from '../client.ts'

const identitiesKey = ['identities'] as const

/** The services people can sign in with here, and whether wallets can. It does not change while the page is open. */
export function useWaysIn() {
  return useQuery({
    queryKey: ['ways-in'],
    queryFn: ({ signal }) => call(listWaysIn, {}, { signal }),
    staleTime: Infinity,
  })
}

/** What the sign-in that another service began here waits for; `ways` is null where none waits (any more). */
export function useSecondStep(enabled: boolean) {
  return useQuery({
    queryKey: ['second-step'],
    queryFn: ({ signal }) => call(getSecondStep, {}, { signal }),
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
