import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listTrades } from '../../../domain/api/trades/trades.ts'
import type { TradeListState } from '../../../domain/trades/trades.ts'
import { tradePagesKey } from '../../query-keys.ts'
import { pagedQuery } from '../../paged-query.ts'

/** The signed-in trader's trades in every state or one, newest first, page by page. */
export function useTradePages(state: TradeListState | null) {
  return useInfiniteQuery({
    ...pagedQuery(tradePagesKey(state), listTrades, (before) => ({ query: { before, state: state ?? undefined } })),
    select: ({ pages }) => pages.flatMap(({ trades }) => trades),
    // The rows stay until those of the other state are there.
    placeholderData: keepPreviousData,
  })
}
