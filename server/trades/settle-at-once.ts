/**
 * After the seller's word is committed, the USDT is moved at once in a second transaction. If anything cuts that
 * off, the word stands and the worker settles within seconds (decisions: Trades).
 */
import type { Trade } from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { remember } from '../http/command.ts'
import type { Answer, CommandCall } from '../http/command.ts'
import { getTrade } from './queries.ts'
import { settleTrade } from './moves.ts'

/** Returns the answer as it is after settling, or the one it was given when settling has to wait. */
export async function settleAtOnce({ db, log }: Context, answer: Answer, call: CommandCall): Promise<Answer> {
  if (answer.status !== 200 || answer.replayed) return answer
  const { id } = answer.body as Trade
  try {
    return await inTransaction(db, async (tx) => {
      await settleTrade(tx, id)
      const settled = { ...answer, body: await getTrade(tx, call.actorId, id) }
      await remember(tx, call, settled)
      return settled
    })
  } catch (error) {
    log.warn({ err: error, tradeId: id }, 'settling is left to the worker')
    return answer
  }
}
