import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listApiKeys, type ApiKey } from '../../domain/api.ts'
import { call } from '../client.ts'

const apiKeysKey = ['api-keys'] as const

/** The person's keys for programs, newest first. */
export function useApiKeys() {
  return useQuery({
    queryKey: apiKeysKey,
    queryFn: async ({ signal }) => (await call(listApiKeys, {}, { signal })).keys,
  })
}

/** Shows the keys as a changing call answered them. */
export function useKeepApiKeys(): (keys: ApiKey[]) => void {
  const client = useQueryClient()
  return (keys) => client.setQueryData(apiKeysKey, keys)
}
