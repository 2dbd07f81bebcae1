import type { FastifyInstance } from 'fastify'
import * as tradesApi from '../../domain/api/trades/trades.ts'
import * as payerCheckApi from '../../domain/api/trades/payer-check.ts'
import * as meetingCodesApi from '../../domain/api/trades/meeting-codes.ts'
import * as waitingTradesApi from '../../domain/api/trades/waiting-trades.ts'
import * as tradeAgainApi from '../../domain/api/trades/trade-again.ts'
import * as tradeExportApi from '../../domain/api/trades/trade-export.ts'
import * as tradeEstimateApi from '../../domain/api/trades/trade-estimate.ts'
import { productInFileNames } from '../../domain/operator/product.ts'
import type { Context } from '../context.ts'
import { inRepeatedTransaction, inTransaction } from '../db/pool.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { keyIdOf } from '../http/viewer.ts'
import type { CommandWork } from '../http/endpoints.ts'
import { createCountedQuote } from './create-quote.ts'
import { estimateTrade } from './estimate-trade.ts'
import { assertReleaseAllowed } from './assert-release-allowed.ts'
import { cancelTrade, confirmReceipt, extendPaymentWindow, markPaid, withdrawPaymentMark } from './moves.ts'
import type { PartyMove } from './moves.ts'
import { openTrade } from './open-trade.ts'
import { getPayerCheck } from './payer-check.ts'
import { getMeetingCode } from './meeting-codes.ts'
import { recordPayeeAnswer } from './record-payee-answer.ts'
import { readPaymentDetails } from './read-payment-details.ts'
import { exportTrades } from './export-trades.ts'
import { getTrade, listTrades } from './queries.ts'
import { tradeAgain } from './trade-again.ts'
import { settleAfterConfirmation } from './settle-after-confirmation.ts'
import { listWaitingTrades } from './waiting-trades.ts'

export function tradeRoutes(app: FastifyInstance, context: Context): void {
  const { db, keyring, limits, publicReads, rates } = context
  const { mount, command } = endpointsOn(app, context)

  mount(tradesApi.listTrades, ({ query, viewer }) => listTrades(db, viewer.id, query))
  mount(waitingTradesApi.listWaitingTrades, ({ viewer }) =>
    listWaitingTrades(db, viewer.id, viewer.member?.roles ?? null),
  )
  mount(tradeAgainApi.getTradeAgain, ({ params, query, viewer }) =>
    tradeAgain(context, viewer.id, params.username, query.trade),
  )
  mount(tradeExportApi.exportTrades, async ({ body, viewer, reply }) => {
    await limits.consume(db, 'trade_exports_per_account', viewer.id)
    const file = await exportTrades(db, viewer.id, body)
    reply.type('text/csv; charset=utf-8')
    reply.header(
      'content-disposition',
      `attachment; filename="${productInFileNames()}-trades-${body.from}-${body.to}.csv"`,
    )
    return file
  })
  mount(tradesApi.getTrade, ({ params, viewer }) => getTrade(db, viewer.id, params.tradeId))

  mount(tradeEstimateApi.getTradeEstimate, ({ params, query, viewer }) =>
    // Not inTransaction, which would answer a read at its time limit with `busy`.
    inRepeatedTransaction(publicReads, (tx) => estimateTrade(tx, rates, viewer?.id ?? null, { ...params, ...query })),
  )
  command(tradesApi.createQuote, async (tx, { body, viewer }) => {
    return createCountedQuote(tx, { rates, limits }, viewer.id, body)
  })
  const open =
    (checksFirst: boolean): CommandWork<typeof tradesApi.openTrade> =>
    async (tx, { body, viewer, key }) =>
      getTrade(tx, viewer.id, await openTrade(tx, keyring, viewer.id, { ...body, key, checksFirst }))
  command(tradesApi.openTrade, { work: open(false), workWithChecks: open(true) })

  // Not a command, whose record would contain the details.
  mount(tradesApi.readPaymentDetails, ({ params, viewer }) =>
    inTransaction(db, (tx) => readPaymentDetails(tx, keyring, viewer.id, params.tradeId)),
  )

  const move = (endpoint: typeof tradesApi.cancelTrade, verb: PartyMove) =>
    command(endpoint, async (tx, { params: { tradeId }, body, viewer, key }) => {
      await verb(tx, { tradeId, userId: viewer.id, key, ...body })
      return getTrade(tx, viewer.id, tradeId)
    })
  command(tradesApi.markPaid, async (tx, { params: { tradeId }, body, viewer, key }) => {
    await markPaid(tx, keyring, { tradeId, userId: viewer.id, key, keyId: keyIdOf(viewer), ...body })
    return getTrade(tx, viewer.id, tradeId)
  })
  command(tradesApi.recordPayeeAnswer, async (tx, { params: { tradeId }, body, viewer }) => {
    await recordPayeeAnswer(tx, { tradeId, userId: viewer.id, ...body })
    return getTrade(tx, viewer.id, tradeId)
  })
  move(tradesApi.withdrawPaymentMark, withdrawPaymentMark)
  move(tradesApi.extendPaymentWindow, extendPaymentWindow)
  move(tradesApi.cancelTrade, cancelTrade)
  command(tradesApi.confirmReceipt, {
    async work(tx, { params: { tradeId }, body, viewer, key }) {
      await assertReleaseAllowed(tx, viewer, tradeId)
      await confirmReceipt(tx, keyring, { tradeId, userId: viewer.id, key, keyId: keyIdOf(viewer), ...body })
      return getTrade(tx, viewer.id, tradeId)
    },
    afterwards: (trade, done) => settleAfterConfirmation(context, trade, done),
  })
  mount(meetingCodesApi.getMeetingCode, ({ params, viewer }) => getMeetingCode(db, params.tradeId, viewer.id))
  mount(payerCheckApi.getPayerCheck, ({ params, viewer }) => getPayerCheck(db, keyring, params.tradeId, viewer.id))
}
