/** Notifies both parties of a trade about a move: a system message in the chat, an event in each stream, and notifications. */
import type { RawBuilder } from 'kysely'
import type { MessageKind, SystemCode } from '../../domain/chat/chat.ts'
import { SYSTEM_TEXTS, SYSTEM_TEXT_VALUES } from '../../domain/chat/chat.ts'
import { DomainError } from '../../domain/errors.ts'
import { NOTIFICATION_EVENTS } from '../../domain/notifications/notifications.ts'
import { fill } from '../../domain/texts.ts'
import type { PartyRole, TradeStatus } from '../../domain/trades/trades.ts'
import { marketChanged, wakeAfterCommit } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { SENT_WITH_NEXT, sql } from '../db/pool.ts'
import { MAILED_TRADES_AN_HOUR, notificationOf } from './trade-notifications.ts'

export type MovedTrade = { id: string; buyerId: string; sellerId: string; status: TradeStatus; version: number }

/** What the offer's owner says when a trade opens: the terms, and the first message where there is one. */
type Opening = { writer: { id: string; role: PartyRole }; terms: string; firstMessage: string }

type Announced = { kind: MessageKind; senderRole?: PartyRole; senderId?: string; body: string; systemCode?: SystemCode }

/** Of the transactions that are in `announceAfter`. */
const announcements = new WeakMap<Tx, RawBuilder<unknown>[]>()

/**
 * Announces the moves of `work` after all of them, in their order: an announcement locks the streams of both parties, and the next
 * move locks offers, balances and the audit log, which others lock before their announcement.
 */
export async function announceAfter(tx: Tx, work: () => Promise<void>): Promise<void> {
  if (announcements.has(tx)) return work()
  const waiting: RawBuilder<unknown>[] = []
  announcements.set(tx, waiting)
  let kept: DomainError | null = null
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DomainError) || !error.keepsWork) throw error
    kept = error
  } finally {
    announcements.delete(tx)
  }
  // Counting a closed dispute locks both users, which no transaction does after their streams.
  if (waiting.length > 0) await sql`${SENT_WITH_NEXT} set constraints count_closed_dispute immediate`.execute(tx)
  for (const announcement of waiting) await announcement.execute(tx)
  if (kept) throw kept
}

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
  const announce = sql`${SENT_WITH_NEXT}
    select announce_move(${id}, ${status}, ${version}, ${JSON.stringify(messages.map(toRow))}::jsonb,
      ${event}, ${isUrgent}, ${JSON.stringify(values)}::jsonb, ${notified?.recipients ?? []}::uuid[], ${MAILED_TRADES_AN_HOUR})
    `
  const waiting = announcements.get(tx)
  if (waiting) waiting.push(announce)
  else await announce.execute(tx)
  wakeAfterCommit(tx, [buyerId, sellerId])
  marketChanged(tx)
}

function toRow({ kind, senderRole, senderId, body, systemCode }: Announced) {
  return { kind, sender_role: senderRole, sender_id: senderId, body, system_code: systemCode }
}
