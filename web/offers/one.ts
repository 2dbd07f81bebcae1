import { useQuery } from '@tanstack/react-query'
import { getOffer } from '../../domain/api.ts'
import { ApiError, call } from '../client.ts'

/** One public offer. */
export function useOffer(offerId: string) {
  return useQuery({
    queryKey: ['offers', 'one', offerId],
    queryFn: ({ signal }) => call(getOffer, { params: { offerId } }, { signal }),
  })
}

/** An id that is unknown or malformed. */
export function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
