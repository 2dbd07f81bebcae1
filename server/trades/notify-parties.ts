/** Notifies both parties of a trade about a move: a system message in the chat, an event in each stream, and notifications. */
import type { SystemCode } from '../../domain/chat/chat.ts'
import { SYSTEM_TEXTS, SYSTEM_TEXT_VALUES } from '../../domain/chat/chat.ts'
import { fill } from '../../domain/texts.ts'
import type { PartyRole, TradeStatus } from '../../domain/trades/trades.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { emit } from '../notifications/live/emit.ts'
import { appendMessage } from './append-message.ts'
import { writeTradeNotifications } from './trade-notifications.ts'

export type MovedTrade = { id: string; buyerId: string; sellerId: string; status: TradeStatus; version: number }

/** What the offer's owner says when a trade opens: the terms, and the first message where there is one. */
type Opening = { writer: { id: string; role: PartyRole }; terms: string; firstMessage: string }

/** `opening`: for a new trade. Its messages notify no user, and say nothing of when the owner answers. */
export async function notifyParties(tx: Tx, trade: MovedTrade, code: SystemCode, opening?: Opening): Promise<void> {
  const { id: tradeId, status, version, buyerId, sellerId } = trade
  const announcement = await appendMessage(tx, {
    tradeId,
    kind: 'system',
    sender: null,
    text: fill(SYSTEM_TEXTS[code], SYSTEM_TEXT_VALUES),
    systemCode: code,
  })
  const messages = [announcement]
  if (opening) {
    const { writer: sender, terms, firstMessage } = opening
    messages.push(await appendMessage(tx, { tradeId, kind: 'terms', sender, text: terms }))
    if (firstMessage !== '') {
      messages.push(await appendMessage(tx, { tradeId, kind: 'automatic', sender, text: firstMessage }))
    }
  }
  const notices = await writeTradeNotifications(tx, tradeId, code)
  await emit(tx, [buyerId, sellerId], { kind: 'trade', data: { tradeId, status, version, messages }, notices })
  marketChanged(tx)
}
