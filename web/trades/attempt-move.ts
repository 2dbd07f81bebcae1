import type { QueryClient } from '@tanstack/react-query'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { ApiError, errorText } from '../client.ts'
import { isFault } from '../fault.ts'
import { keepTrade, readTradeAgain } from './queries.ts'

/** `refused`: the server said why not, and the trade is read again. `failed`: it may be tried again. */
export type Outcome = { made: Trade } | { refused: ApiError } | { failed: string }

/** Makes a move of a trade and shows its result; `failure` is the message where the server failed. */
export async function attemptMove(
  client: QueryClient,
  { id }: Pick<Trade, 'id'>,
  move: () => Promise<Trade>,
  failure: string,
): Promise<Outcome> {
  try {
    const made = await move()
    keepTrade(client, made)
    return { made }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isDefinite)
      return { failed: isFault(error) ? failure : errorText(error) }
    readTradeAgain(client, id)
    return { refused: error }
  }
}
