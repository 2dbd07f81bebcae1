import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import type { Trade } from '../../domain/api.ts'
import { requireVerifiedEmail } from '../sessions/require-verified-email.ts'
import type { Context } from '../context.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Tx } from '../db/pool.ts'
import type { CommandCall } from '../http/command.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { consumeQuote, createQuote } from './create-quote.ts'
import { assertReleaseAllowed } from './assert-release-allowed.ts'
import { cancelTrade, confirmReceipt, extendPaymentWindow, markPaid, withdrawPaymentMark } from './moves.ts'
import type { PartyMove } from './moves.ts'
import { openTrade } from './open-trade.ts'
import { getTrade, listTrades } from './queries.ts'
import { settleAfterConfirmation } from './settle-after-confirmation.ts'

export function tradeRoutes(app: FastifyInstance, context: Context): void {
  const { db, limits, rates } = context
  const { mount, command } = endpointsOn(app, context)

  mount(api.listTrades, ({ query, viewer }) => listTrades(db, viewer.id, query))
  mount(api.getTrade, ({ params, viewer }) => getTrade(db, viewer.id, params.tradeId))

  command(api.createQuote, async (tx, { body, viewer }) => {
    await consumeQuote(tx, limits, viewer.id)
    return createQuote(tx, rates, viewer.id, body)
  })
  command(api.openTrade, async (tx, { body, viewer, key }) => {
    requireVerifiedEmail(viewer)
    return getTrade(tx, viewer.id, await openTrade(tx, viewer.id, body.quoteId, key))
  })

  const move = (endpoint: typeof api.markPaid, verb: PartyMove, { requires, afterwards }: MoveOptions = {}) =>
    command(endpoint, {
      async work(tx, { params, body, viewer, key }) {
        await requires?.(tx, viewer, params.tradeId)
        await verb(tx, params.tradeId, viewer.id, body.seenStatus, key)
        return getTrade(tx, viewer.id, params.tradeId)
      },
      ...(afterwards && { afterwards }),
    })
  move(api.markPaid, markPaid)
  move(api.withdrawPaymentMark, withdrawPaymentMark)
  move(api.extendPaymentWindow, extendPaymentWindow)
  move(api.cancelTrade, cancelTrade)
  move(api.confirmReceipt, confirmReceipt, {
    requires: assertReleaseAllowed,
    afterwards: (trade, command) => settleAfterConfirmation(context, trade, command),
  })
}

type MoveOptions = {
  /** Throws the refusal where the session or the key may not make the move. */
  requires?: (tx: Tx, viewer: Viewer, tradeId: string) => Promise<void>
  afterwards?: (trade: Trade, command: CommandCall) => Promise<Trade>
}
