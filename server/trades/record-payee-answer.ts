import { DomainError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { METHODS } from '../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { PayeeAnswer } from '../../domain/payments/payee-check.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { notifyParties } from './notify-parties.ts'
import { partyOf } from './queries.ts'

type Row = {
  id: string
  buyerId: string
  sellerId: string
  status: TradeStatus
  version: number
  isLate: boolean
  isShown: boolean
  paymentMethod: PaymentMethod
  answers: number
  latest: PayeeAnswer | null
}

/**
 * Buyer: records what the bank said of the payee's name, and announces it in the chat. The same answer again changes nothing. Errors:
 * `not_found` to a stranger, `not_your_move` to the seller, `payee_not_checked` where the method has no such check or the buyer was not
 * shown the account, `not_awaiting_payment`, `payment_window_passed`, and `payee_answers_limit`.
 */
export async function recordPayeeAnswer(
  tx: Tx,
  { tradeId, userId, answer }: { tradeId: string; userId: string; answer: PayeeAnswer },
): Promise<void> {
  const { role } = await partyOf(tx, tradeId, userId)
  if (role !== 'buyer') throw new DomainError('not_your_move')
  await sql`select from trades where id = ${tradeId} for no key update`.execute(tx)
  const { rows } = await sql<Row>`
    select t.id, t.buyer_id, t.seller_id, t.status, t.version, state.is_late, t.payment_method,
      exists (select from payment_detail_reads where trade_id = t.id) as is_shown,
      (select count(*)::int from payee_answers where trade_id = t.id) as answers,
      (select answer from payee_answers where trade_id = t.id order by number desc limit 1) as latest
    from trades t join trade_states state on state.trade_id = t.id where t.id = ${tradeId}`.execute(tx)
  const trade = rows[0]!
  if (trade.status !== 'awaiting_payment') throw new DomainError('not_awaiting_payment')
  if (trade.isLate) throw new DomainError('payment_window_passed')
  if (!METHODS[trade.paymentMethod].hasPayeeCheck || !trade.isShown) throw new DomainError('payee_not_checked')
  if (trade.latest === answer) return
  const limit = LIMITS.payee_answers
  if (trade.answers >= limit) throw new DomainError('payee_answers_limit', { values: { limit } })
  await sql`
    insert into payee_answers (trade_id, number, buyer_id, answer)
    values (${tradeId}, ${trade.answers + 1}, ${userId}, ${answer})`.execute(tx)
  await notifyParties(tx, trade, `payee_${answer}`)
}
