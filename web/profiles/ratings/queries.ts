import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import { getTradeRatings, listRatings, type TradeRatings } from '../../../domain/api/profiles/ratings.ts'
import { id } from '../../../domain/api/endpoint.ts'
import { call } from '../../client.ts'
import { pagedQuery } from '../../paged-query.ts'

const tradeKey = (tradeId: string) => ['trade-ratings', tradeId] as const

/** A trader's published ratings, newest first, page by page; from the cursor of a page on, else from the newest. */
export function ratingsQuery(username: string, from?: string) {
  const inputOf = (before?: string) => ({ params: { username }, query: { before } })
  return pagedQuery(['ratings', username, from], listRatings, inputOf, from)
}

/** The cursor in the address of a later page of ratings. */
export function ratingsFrom(search: URLSearchParams): string | undefined {
  const { success, data } = id.safeParse(search.get('from'))
  return success ? data : undefined
}

export function useRatings(username: string, from?: string) {
  return useInfiniteQuery({
    ...ratingsQuery(username, from),
    select: ({ pages }) => ({
      ratings: pages.flatMap(({ ratings }) => ratings),
      nextCursor: pages.at(-1)?.nextCursor ?? null,
    }),
  })
}

/** The reader's rating of a trade, and the one received. */
export function useTradeRatings(tradeId: string) {
  return useQuery({
    queryKey: tradeKey(tradeId),
    queryFn: ({ signal }) => call(getTradeRatings, { params: { tradeId } }, { signal }),
  })
}

export function keepTradeRatings(client: QueryClient, tradeId: string, ratings: TradeRatings): void {
  client.setQueryData(tradeKey(tradeId), ratings)
}

/** After a reply, which the room of its trade and the lists show. */
export function readRatingsAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['ratings'] })
  void client.invalidateQueries({ queryKey: ['trade-ratings'] })
}
