import { CHAT_OPEN_HOURS } from '../../domain/chat/chat.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db } from '../db/pool.ts'
import type { Live } from '../notifications/live/live.ts'
import { isInOneTeam } from '../accounts/teams/is-in-one-team.ts'
import { partyOf } from '../trades/queries.ts'

/**
 * Signals to the open pages of the counterparty that the user is typing; nothing is stored. Refuses like `sendMessage`:
 * with `not_found` for users other than the two parties, `chat_closed`, or `team_conflict` to a member on both sides.
 */
export async function sendTyping(
  { db, live }: { db: Db; live: Live },
  { tradeId, userId, memberId }: { tradeId: string; userId: string; memberId: string | null },
): Promise<void> {
  const { role, buyerId, sellerId, chatOpen } = await partyOf(db, tradeId, userId)
  if (!chatOpen) throw new DomainError('chat_closed', { values: { hours: CHAT_OPEN_HOURS } })
  const otherId = role === 'buyer' ? sellerId : buyerId
  if (memberId !== null && (memberId === otherId || (await isInOneTeam(db, otherId, memberId)))) {
    throw new DomainError('team_conflict')
  }
  live.signalTyping({ userId: otherId, tradeId })
}
