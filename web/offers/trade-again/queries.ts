import { useQuery } from '@tanstack/react-query'
import { getTradeAgain } from '../../../domain/api/trades/trade-again.ts'
import { call, nullIfMissing } from '../../client.ts'
import { useSession } from '../../session/session.ts'

/** A completed trade with the trader and the offers on which it can be repeated; null for an unknown trader. */
export function useTradeAgain(username: string, trade?: string) {
  const { status, actingFor } = useSession()
  return useQuery({
    queryKey: ['trade-again', username, trade],
    queryFn: ({ signal }) =>
      call(getTradeAgain, { params: { username }, query: { trade } }, { signal }).catch(nullIfMissing),
    enabled: status === 'signed-in' && !actingFor,
  })
}
