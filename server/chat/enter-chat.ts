import type { Message } from '../../domain/api/chat/chat.ts'
import { CHAT_OPEN_HOURS } from '../../domain/chat/chat.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { partyOf } from '../trades/queries.ts'
import { findSent } from './queries.ts'

/** A chat that a party may write in: the writer, and both parties to notify. */
export type Chat = {
  tradeId: string
  sender: { id: string; role: PartyRole }
  users: readonly string[]
  paymentMethod: PaymentMethod
}

/**
 * Lets one of the two parties write, with the chat locked until commit: writers queue here, so that the second of two
 * concurrent sends finds the first (`sent`) and pictures are counted correctly.
 */
export async function enterChat(
  tx: Tx,
  tradeId: string,
  senderId: string,
  clientId: string | undefined,
): Promise<{ chat: Chat; sent: Message | null }> {
  const { role, buyerId, sellerId, paymentMethod, chatOpen } = await partyOf(tx, tradeId, senderId)
  if (!chatOpen) throw new DomainError('chat_closed', { values: { hours: CHAT_OPEN_HOURS } })
  await sql`select from trade_chats where trade_id = ${tradeId} for no key update`.execute(tx)
  const sent = clientId === undefined ? null : await findSent(tx, tradeId, senderId, clientId)
  return { chat: { tradeId, sender: { id: senderId, role }, users: [buyerId, sellerId], paymentMethod }, sent }
}
