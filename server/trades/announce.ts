/** Tells both sides of a trade about a move: a message of the house in the chat, an event in each stream, and mail. */
import type { SystemCode } from '../../domain/chat.ts'
import { systemText } from '../../domain/chat.ts'
import type { TradeStatus } from '../../domain/trades.ts'
import type { Tx } from '../db/pool.ts'
import { emit } from '../live/emit.ts'
import { appendMessage } from './append-message.ts'
import { mailNews } from './mail-news.ts'

export type AnnouncedTrade = { id: string; buyerId: string; sellerId: string; status: TradeStatus; version: number }

export async function announce(tx: Tx, trade: AnnouncedTrade, code: SystemCode, terms?: string): Promise<void> {
  const { id: tradeId, status, version, buyerId, sellerId } = trade
  const message = await appendMessage(tx, {
    tradeId,
    kind: 'system',
    sender: null,
    text: systemText(code, terms),
    systemCode: code,
  })
  await emit(tx, [buyerId, sellerId], 'trade', { tradeId, status, version, messages: [message] })
  await mailNews(tx, tradeId, code)
}
