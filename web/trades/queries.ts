import { useQuery, type QueryClient } from '@tanstack/react-query'
import { getMeetingCode } from '../../domain/api/trades/meeting-codes.ts'
import { getPayerCheck } from '../../domain/api/trades/payer-check.ts'
import { getTrade, readPaymentDetails, type Trade } from '../../domain/api/trades/trades.ts'
import { call } from '../client.ts'
import { filesKey, tradesKey, tradeKey, disputeKey } from '../query-keys.ts'
import { reportOwnMove } from '../own-move.ts'

/** One trade, and how far the server's clock is ahead of this device's, in milliseconds. */
export function useTrade(tradeId: string) {
  const query = useQuery({
    queryKey: tradeKey(tradeId),
    queryFn: ({ signal }) => call(getTrade, { params: { tradeId } }, { signal }),
  })
  const clockOffsetMs = query.data ? Date.parse(query.data.now) - query.dataUpdatedAt : 0
  return { ...query, clockOffsetMs }
}

/**
 * The names of the trade's payer, once it was marked as paid. Each move can change them, and so can each name that the seller
 * types.
 */
export function usePayerCheck({ id, version, paidAt }: Trade, typed?: string) {
  return useQuery({
    queryKey: [...tradeKey(id), 'payer', version, typed],
    queryFn: ({ signal }) => call(getPayerCheck, { params: { tradeId: id } }, { signal }),
    enabled: paidAt !== null,
  })
}

/** The code that the user shows at the meeting now, another one after each move that makes one. */
export function useMeetingCode({ id, version }: Trade) {
  return useQuery({
    // Not below the trade, whose next move ends the code before the page knows of it.
    queryKey: ['meeting-code', id, version],
    queryFn: ({ signal }) => call(getMeetingCode, { params: { tradeId: id } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The account to pay to. It is read only by `refetch`, when the user asks for it: each reading by the buyer is recorded. */
export function usePaymentDetails({ id, role }: Pick<Trade, 'id' | 'role'>) {
  return useQuery({
    enabled: false,
    queryKey: ['payment-details', id],
    queryFn: async ({ signal, client }) => {
      const details = await call(readPaymentDetails, { params: { tradeId: id } }, { signal })
      if (role === 'buyer')
        client.setQueryData<Trade>(tradeKey(id), (shown) => shown && { ...shown, detailsShown: true })
      return details
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** Updates the trade with the answer of the reader's move, then reloads it: a replayed answer has an old server time. */
export function keepTrade(client: QueryClient, trade: Trade): void {
  client.setQueryData<Trade>(tradeKey(trade.id), (shown) => (shown && shown.version > trade.version ? shown : trade))
  readTradeAgain(client, trade.id)
  reportOwnMove(trade.id)
}

export function readTradeAgain(client: QueryClient, tradeId: string): void {
  void client.invalidateQueries({ queryKey: tradeKey(tradeId) })
  void client.invalidateQueries({ queryKey: disputeKey(tradeId) })
  void client.invalidateQueries({ queryKey: filesKey(tradeId) })
  void client.invalidateQueries({ queryKey: tradesKey })
}
