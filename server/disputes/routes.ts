import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/disputes/disputes.ts'
import * as endings from '../../domain/api/disputes/endings.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { requireRecentAuthentication } from '../accounts/sessions/recent-authentication.ts'
import { assertReleaseAllowed } from '../trades/assert-release-allowed.ts'
import { getTrade, partyOf } from '../trades/queries.ts'
import { settleAfterConfirmation } from '../trades/settle-after-confirmation.ts'
import { objectToRefund, openDispute } from './open-dispute.ts'
import {
  acceptDecision,
  appealDecision,
  concedeDispute,
  confirmReceiptInDispute,
  submitStatement,
} from './party-moves.ts'
import { getDispute } from './queries.ts'

export function disputeRoutes(app: FastifyInstance, context: Context): void {
  const { db, keyring } = context
  const { mount, command } = endpointsOn(app, context)

  mount(api.getDispute, ({ params, viewer }) => getDispute(db, viewer.id, params.tradeId))

  command(api.openDispute, async (tx, { params, body, viewer, key }) => {
    await openDispute(tx, { tradeId: params.tradeId, userId: viewer.id, key }, body)
    return getTrade(tx, viewer.id, params.tradeId)
  })
  command(api.objectToRefund, async (tx, { params, body, viewer, key }) => {
    await objectToRefund(tx, { tradeId: params.tradeId, userId: viewer.id, key }, body)
    return getTrade(tx, viewer.id, params.tradeId)
  })
  command(api.submitStatement, async (tx, { params, body, viewer, key }) => {
    await submitStatement(tx, { tradeId: params.tradeId, userId: viewer.id, key }, body.statement)
    return getDispute(tx, viewer.id, params.tradeId)
  })
  command(api.appealDecision, async (tx, { params, body, viewer, key }) => {
    await appealDecision(tx, { tradeId: params.tradeId, userId: viewer.id, key }, body.statement)
    return getDispute(tx, viewer.id, params.tradeId)
  })
  command(endings.acceptDecision, async (tx, { params, viewer, key }) => {
    await partyOf(tx, params.tradeId, viewer.id)
    // A thief of a session must not give up the appeal, which moves the USDT, as they must not concede.
    await assertReleaseAllowed(tx, viewer, params.tradeId)
    await requireRecentAuthentication(viewer, tx)
    await acceptDecision(tx, { tradeId: params.tradeId, userId: viewer.id, key })
    return getDispute(tx, viewer.id, params.tradeId)
  })
  command(endings.confirmReceiptInDispute, {
    async work(tx, { params: { tradeId }, body, viewer, key }) {
      await partyOf(tx, tradeId, viewer.id)
      await assertReleaseAllowed(tx, viewer, tradeId)
      // Of any amount: the seller has disputed it, and a thief of the session must not end that.
      await requireRecentAuthentication(viewer, tx)
      await confirmReceiptInDispute(tx, keyring, { tradeId, userId: viewer.id, key, ...body })
      return getTrade(tx, viewer.id, tradeId)
    },
    afterwards: (trade, call) => settleAfterConfirmation(context, trade, call),
  })
  command(endings.concedeDispute, {
    async work(tx, { params, viewer, key }) {
      await partyOf(tx, params.tradeId, viewer.id)
      await assertReleaseAllowed(tx, viewer, params.tradeId)
      await requireRecentAuthentication(viewer, tx)
      await concedeDispute(tx, { tradeId: params.tradeId, userId: viewer.id, key })
      return getTrade(tx, viewer.id, params.tradeId)
    },
    async afterwards(trade, call) {
      return trade.status === 'payment_confirmed' ? settleAfterConfirmation(context, trade, call) : trade
    },
  })
}
