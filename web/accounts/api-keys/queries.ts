import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listApiKeys, type ApiKey } from '../../../domain/api/accounts/api-keys.ts'
import { call } from '../../client.ts'

const apiKeysKey = ['api-keys'] as const

/** The user's API keys, newest first. */
export function useApiKeys() {
  return useQuery({
    queryKey: apiKeysKey,
    queryFn: async ({ signal }) => (await call(listApiKeys, {}, { signal })).keys,
  })
}

/** Updates the keys with the answer of a changing call. */
export function useKeepApiKeys(): (keys: ApiKey[]) => void {
  const client = useQueryClient()
  return (keys) => client.setQueryData(apiKeysKey, keys)
}
