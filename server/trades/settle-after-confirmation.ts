/**
 * After the confirmation is committed, a second transaction moves the USDT. If it fails, the confirmation stays and the
 * worker settles within seconds (decisions: Trades).
 */
import type { Trade } from '../../domain/api/trades/trades.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { remember } from '../http/command.ts'
import type { CommandCall } from '../http/command.ts'
import { getTrade } from './queries.ts'
import { settleTrade } from './moves.ts'

/** Returns the settled trade, or the given one when settling has to wait; the stored answer is the same. */
export async function settleAfterConfirmation(
  { db, log }: Context,
  trade: Trade,
  command: CommandCall,
): Promise<Trade> {
  try {
    return await inTransaction(db, async (tx) => {
      await settleTrade(tx, trade.id)
      const settled = await getTrade(tx, command.actorId, trade.id)
      await remember(tx, command, { status: 200, body: settled, replayed: false })
      return settled
    })
  } catch (error) {
    log.warn({ err: error, tradeId: trade.id }, 'settling is left to the worker')
    return trade
  }
}
