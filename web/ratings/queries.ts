import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import { getTradeRatings, listRatings, type TradeRatings } from '../../domain/api.ts'
import { call } from '../client.ts'

const listKey = (username: string) => ['ratings', username] as const
const tradeKey = (tradeId: string) => ['trade-ratings', tradeId] as const

/** A trader's published ratings, newest first, page by page. */
export function useRatings(username: string) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: listKey(username),
    queryFn: ({ pageParam, signal }) =>
      call(listRatings, { params: { username }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  return { ...query, ratings: data?.pages.flatMap((page) => page.ratings) }
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
