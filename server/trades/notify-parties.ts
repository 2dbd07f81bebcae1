/** Notifies both parties of a trade about a move: a system message in the chat, an event in each stream, and notifications. */
import type { MessageKind, SystemCode } from '../../domain/chat/chat.ts'
import { SYSTEM_TEXTS, SYSTEM_TEXT_VALUES } from '../../domain/chat/chat.ts'
import { NOTIFICATION_EVENTS } from '../../domain/notifications/notifications.ts'
import { fill } from '../../domain/texts.ts'
import type { PartyRole, TradeStatus } from '../../domain/trades/trades.ts'
import { marketChanged, wakeAfterCommit } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { SENT_WITH_COMMIT, sql } from '../db/pool.ts'
import { MAILED_TRADES_AN_HOUR, notificationOf } from './trade-notifications.ts'

export type MovedTrade = { id: string; buyerId: string; sellerId: string; status: TradeStatus; version: number }

/** What the offer's owner says when a trade opens: the terms, and the first message where there is one. */
type Opening = { writer: { id: string; role: PartyRole }; terms: string; firstMessage: string }

type Announced = { kind: MessageKind; senderRole?: PartyRole; senderId?: string; body: string; systemCode?: SystemCode }

/** `opening`: for a new trade. Its messages notify no user, and say nothing of when the owner answers. */
export async function notifyParties(tx: Tx, trade: MovedTrade, code: SystemCode, opening?: Opening): Promise<void> {
  const { id, status, version, buyerId, sellerId } = trade
  const messages: Announced[] = [
    { kind: 'system', body: fill(SYSTEM_TEXTS[code], SYSTEM_TEXT_VALUES), systemCode: code },
  ]
  if (opening) {
    const { writer, terms, firstMessage } = opening
    const sender = { senderRole: writer.role, senderId: writer.id }
    messages.push({ kind: 'terms', ...sender, body: terms })
    if (firstMessage !== '') messages.push({ kind: 'automatic', ...sender, body: firstMessage })
  }
  const notified = await notificationOf(tx, trade, code, opening?.writer.id)
  const event = notified?.event ?? null
  const isUrgent = event !== null && NOTIFICATION_EVENTS[event].isUrgent
  const values = notified?.outcome ? { outcome: notified.outcome } : {}
  await sql`${SENT_WITH_COMMIT}
    select announce_move(${id}, ${status}, ${version}, ${JSON.stringify(messages.map(toRow))}::jsonb,
      ${event}, ${isUrgent}, ${JSON.stringify(values)}::jsonb, ${notified?.recipients ?? []}::uuid[], ${MAILED_TRADES_AN_HOUR})
    `.execute(tx)
  wakeAfterCommit(tx, [buyerId, sellerId])
  marketChanged(tx)
}

function toRow({ kind, senderRole, senderId, body, systemCode }: Announced) {
  return { kind, sender_role: senderRole, sender_id: senderId, body, system_code: systemCode }
}
