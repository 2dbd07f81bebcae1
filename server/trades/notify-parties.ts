/** Notifies both parties of a trade about a move: a system message in the chat, an event in each stream, and mail. */
import type { SystemCode } from '../../domain/chat.ts'
import { systemText } from '../../domain/chat.ts'
import type { TradeStatus } from '../../domain/trades.ts'
import type { Tx } from '../db/pool.ts'
import { emit } from '../live/emit.ts'
import { appendMessage } from './append-message.ts'
import { queueTradeMails } from './trade-mails.ts'

export type MovedTrade = { id: string; buyerId: string; sellerId: string; status: TradeStatus; version: number }

export async function notifyParties(tx: Tx, trade: MovedTrade, code: SystemCode, terms?: string): Promise<void> {
  const { id: tradeId, status, version, buyerId, sellerId } = trade
  const message = await appendMessage(tx, {
    tradeId,
    kind: 'system',
    sender: null,
    text: systemText(code, terms),
    systemCode: code,
  })
  await emit(tx, [buyerId, sellerId], 'trade', { tradeId, status, version, messages: [message] })
  await queueTradeMails(tx, tradeId, code)
}
