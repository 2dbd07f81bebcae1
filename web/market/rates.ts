import { useQuery } from '@tanstack/react-query'
import { call } from '../client.ts'

/** The reference rates every price is made from. */
export function useMarket() {
  return useQuery({
    queryKey: ['market'],
    queryFn: ({ signal }) => call('getMarket', {}, { signal }),
    staleTime: 60_000,
  })
}
