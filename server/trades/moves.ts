/** The product's verbs on an open trade; each is one move of the table in domain/trades.ts. */
import type { TradeAction, TradeStatus } from '../../domain/trades.ts'
import type { Tx } from '../db/pool.ts'
import { moveTrade } from './move-trade.ts'

/** A person's move: refused unless the trade still has the status they saw. Errors: see `moveTrade`. */
export type PersonsMove = (
  tx: Tx,
  tradeId: string,
  userId: string,
  seenStatus: TradeStatus,
  commandKey: string,
) => Promise<void>

/** The product's own move. Errors: a conflict when its moment has not come or is over. */
export type SystemMove = (tx: Tx, tradeId: string) => Promise<void>

/** Buyer: awaiting_payment -> payment_sent. */
export const markPaid = personsMove('mark_paid')
/** Buyer, once: payment_sent -> awaiting_payment, with the time that was left, at least 5 minutes. */
export const takeBackPaid = personsMove('take_back_paid')
/** Seller, once: the payment window runs its own length longer. */
export const giveTime = personsMove('give_time')
/** Either: awaiting_payment -> cancelled, the seller's USDT goes back. */
export const cancelTrade = personsMove('cancel')
/** Seller, irrevocable: payment_sent -> payment_confirmed. Settling follows on its own. */
export const confirmReceipt = personsMove('confirm_receipt')

/** Clock: awaiting_payment past its deadline -> cancelled, the seller's USDT goes back. */
export const expireTrade = systemMove('expire')
/** Product: payment_confirmed -> completed, the USDT goes to the buyer. */
export const settleTrade = systemMove('settle')

function personsMove(action: TradeAction): PersonsMove {
  return (tx, tradeId, userId, seenStatus, key) =>
    moveTrade(tx, { tradeId, actor: { userId }, action, seenStatus, commandKey: `${userId}:${key}` })
}

function systemMove(action: TradeAction): SystemMove {
  return (tx, tradeId) => moveTrade(tx, { tradeId, actor: 'system', action, commandKey: action })
}
