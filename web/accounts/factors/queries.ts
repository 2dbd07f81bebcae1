import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getFactors, type Factors } from '../../../domain/api/accounts/factors.ts'
import { sessionsKey } from '../sessions.ts'
import { call } from '../../client.ts'

const factorsKey = ['factors'] as const

/** The user's second factors. */
export function useFactors() {
  return useQuery({ queryKey: factorsKey, queryFn: ({ signal }) => call(getFactors, {}, { signal }) })
}

/** Updates the factors with the answer of a changing call, and reloads the sessions, which it may have ended. */
export function useKeepFactors(): (factors: Factors) => void {
  const client = useQueryClient()
  return (factors) => {
    client.setQueryData(factorsKey, factors)
    void client.invalidateQueries({ queryKey: sessionsKey })
  }
}
