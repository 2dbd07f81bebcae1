import { useQuery, type QueryClient } from '@tanstack/react-query'
import { getDispute, type Dispute } from '../../domain/api/disputes/disputes.ts'
import { call, isMissing } from '../client.ts'
import { reportOwnMove } from '../own-move.ts'
import { readTradeAgain } from '../trades/queries.ts'
import { disputeKey } from '../query-keys.ts'

/** How soon a dispute is asked for again that the system is about to open. */
const ASK_AGAIN_MS = 3000

/** The dispute of a trade, and how far the server's clock is ahead of this device's, in milliseconds. */
export function useDispute(tradeId: string) {
  const query = useQuery({
    queryKey: disputeKey(tradeId),
    queryFn: ({ signal }) => call(getDispute, { params: { tradeId } }, { signal }),
    // A trade reads as disputed from its deadline on, the dispute from when the worker has opened it.
    refetchInterval: ({ state }) => (isMissing(state.error) ? ASK_AGAIN_MS : false),
  })
  const clockOffsetMs = query.data ? Date.parse(query.data.now) - query.dataUpdatedAt : 0
  return { ...query, clockOffsetMs, isOpening: isMissing(query.error) }
}

/** Updates the dispute with the answer of the reader's move, then reloads it with its trade: a replayed answer has an old server time. */
export function keepDispute(client: QueryClient, dispute: Dispute): void {
  client.setQueryData<Dispute>(disputeKey(dispute.tradeId), (shown) =>
    shown && shown.version > dispute.version ? shown : dispute,
  )
  readTradeAgain(client, dispute.tradeId)
  reportOwnMove(dispute.tradeId)
}
