import { useQuery } from '@tanstack/react-query'
import { listWaitingTrades } from '../../../domain/api/trades/waiting-trades.ts'
import { TEAM_MOVES } from '../../../domain/accounts/team-roles.ts'
import { useSession } from '../../session/session.ts'
import { call } from '../../client.ts'
import { tradesKey } from '../../query-keys.ts'

/**
 * The trades that wait for the reader, and how far the server's clock is ahead of this device's, in milliseconds. A team member
 * has those of the owner that the member's roles include.
 */
export function useWaitingTrades() {
  const { actingFor } = useSession()
  const query = useQuery({
    queryKey: [...tradesKey, 'waiting'],
    queryFn: ({ signal }) => call(listWaitingTrades, {}, { signal }),
    enabled: !actingFor || actingFor.roles.includes(TEAM_MOVES.confirm_receipt),
  })
  const clockOffsetMs = query.data ? Date.parse(query.data.now) - query.dataUpdatedAt : 0
  return { ...query, trades: query.data?.trades ?? [], clockOffsetMs }
}
