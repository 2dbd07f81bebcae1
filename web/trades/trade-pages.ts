import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listTrades } from '../../domain/api/trades/trades.ts'
import type { TradeListState } from '../../domain/trades/trades.ts'
import { call } from '../client.ts'
import { tradePagesKey } from './queries.ts'

/** The signed-in trader's trades in every state or one, newest first, page by page. */
export function useTradePages(state: TradeListState | null) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: tradePagesKey(state),
    queryFn: ({ pageParam, signal }) =>
      call(listTrades, { query: { before: pageParam, state: state ?? undefined } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // The rows stay until those of the other state are there.
    placeholderData: keepPreviousData,
  })
  return { ...query, trades: data?.pages.flatMap((page) => page.trades) }
}
