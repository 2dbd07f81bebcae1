import type { SystemCode } from '../../domain/chat/chat.ts'
import type { DisputeOutcome } from '../../domain/disputes/disputes.ts'
import type { NotificationEvent } from '../../domain/notifications/notifications.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

type Recipient = 'offer_owner' | 'buyer' | 'seller' | 'both'
type TradeNotification = { event: NotificationEvent; to: Recipient; outcome?: DisputeOutcome }

/**
 * Who is notified of a move: never the party who made it. A move that is not listed notifies no user: the confirmation, since the
 * release follows immediately, and what changes nothing for either party.
 */
const NOTIFICATIONS: Readonly<Partial<Record<SystemCode, TradeNotification>>> = {
  opened: { event: 'trade_opened', to: 'offer_owner' },
  paid: { event: 'trade_paid', to: 'seller' },
  payment_mark_withdrawn: { event: 'trade_payment_mark_withdrawn', to: 'seller' },
  payee_no_match: { event: 'trade_payee_no_match', to: 'seller' },
  payment_window_extended: { event: 'trade_payment_window_extended', to: 'buyer' },
  cancelled_by_buyer: { event: 'trade_cancelled', to: 'seller' },
  cancelled_by_seller: { event: 'trade_cancelled', to: 'buyer' },
  expired: { event: 'trade_expired', to: 'both' },
  completed: { event: 'trade_completed', to: 'buyer' },
  refund_held_by_seller: { event: 'trade_refund_held', to: 'buyer' },
  refund_held_by_expiry: { event: 'trade_refund_held', to: 'both' },
  refunded: { event: 'trade_refunded', to: 'both' },
  objected: { event: 'dispute_opened', to: 'seller' },
  dispute_opened_by_buyer: { event: 'dispute_opened', to: 'seller' },
  dispute_opened_by_seller: { event: 'dispute_opened', to: 'buyer' },
  dispute_opened_by_system: { event: 'dispute_opened_by_system', to: 'both' },
  statement_by_buyer: { event: 'statement_wanted', to: 'seller' },
  statement_by_seller: { event: 'statement_wanted', to: 'buyer' },
  statements_closed: { event: 'dispute_statements_closed', to: 'both' },
  arbiter_assigned: { event: 'dispute_arbiter_assigned', to: 'both' },
  decision_late: { event: 'dispute_decision_late', to: 'both' },
  decision_made: { event: 'dispute_decided', to: 'both' },
  decision_accepted_by_buyer: { event: 'dispute_decision_accepted', to: 'seller' },
  decision_accepted_by_seller: { event: 'dispute_decision_accepted', to: 'buyer' },
  appealed_by_buyer: { event: 'dispute_appealed', to: 'seller' },
  appealed_by_seller: { event: 'dispute_appealed', to: 'buyer' },
  final_decision_made: { event: 'dispute_decided_finally', to: 'both' },
  released_by_decision: { event: 'dispute_closed', to: 'both', outcome: 'release' },
  refunded_by_decision: { event: 'dispute_closed', to: 'both', outcome: 'refund' },
  split_by_decision: { event: 'dispute_closed', to: 'both', outcome: 'split' },
  conceded_by_buyer: { event: 'dispute_closed', to: 'seller', outcome: 'buyer_conceded' },
  conceded_by_seller: { event: 'dispute_closed', to: 'buyer', outcome: 'seller_conceded' },
}

/** The most trades of one buyer with one seller in an hour that leave the list: repeated opening and cancelling floods no mailbox. */
export const MAILED_TRADES_AN_HOUR = 10

/** Whom a move notifies, and of what. */
export type MoveNotification = { event: NotificationEvent; recipients: string[]; outcome: DisputeOutcome | null }

type Parties = { id: string; buyerId: string; sellerId: string }

/** `ownerId`: of a trade that opens, whose offer's owner is notified. Null where the move notifies no user. */
export async function notificationOf(
  tx: Tx,
  { id: tradeId, buyerId, sellerId }: Parties,
  code: SystemCode,
  ownerId?: string,
): Promise<MoveNotification | null> {
  const notification = NOTIFICATIONS[code]
  if (!notification) return null
  const { event, to, outcome = null } = notification
  if (event === 'statement_wanted' && !(await isStatementWanted(tx, tradeId, to))) return null
  if (event === 'trade_payee_no_match' && (await wasPayeeRefused(tx, tradeId))) return null
  const ids = { offer_owner: [ownerId!], buyer: [buyerId], seller: [sellerId], both: [buyerId, sellerId] }
  return { event, recipients: ids[to].toSorted(), outcome }
}

/** Not of a party that has submitted its statement, or was notified of the dispute or appeal that came with this one. */
async function isStatementWanted(tx: Tx, tradeId: string, of: Recipient): Promise<boolean> {
  const { rows } = await sql`
    select from disputes d
    where d.trade_id = ${tradeId} and (
      exists (select from dispute_statements s where s.trade_id = d.trade_id and s.round = d.round and s.party_role = ${of})
      or exists (select from dispute_events e where e.trade_id = d.trade_id and e.round = d.round
        and e.action in ('open', 'appeal') and e.actor_role not in (${of}, 'system')))`.execute(tx)
  return rows.length === 0
}

/** A buyer who changes the answer back and forth alerts the seller once. */
async function wasPayeeRefused(tx: Tx, tradeId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payee_answers where trade_id = ${tradeId} and answer = 'no_match' offset 1 limit 1`.execute(tx)
  return rows.length > 0
}
