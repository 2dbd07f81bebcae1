import { useQuery } from '@tanstack/react-query'
import { call } from '../client.ts'

/** The reference rates on which prices are based. */
export function useMarket() {
  return useQuery({
    queryKey: ['market'],
    queryFn: ({ signal }) => call('getMarket', {}, { signal }),
    staleTime: 60_000,
  })
}
