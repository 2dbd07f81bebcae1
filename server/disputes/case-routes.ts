import type { FastifyInstance } from 'fastify'
import * as disputesApi from '../../domain/api/disputes/disputes.ts'
import * as ownDecisionApi from '../../domain/api/disputes/own-decision.ts'
import * as administrationApi from '../../domain/api/staff/administration.ts'
import * as evidenceApi from '../../domain/api/trades/evidence.ts'
import { getImage, listMessages } from '../chat/queries.ts'
import type { DisputeCase } from '../../domain/api/disputes/disputes.ts'
import type { Context } from '../context.ts'
import { listCaseFiles } from '../trades/evidence/queries.ts'
import { headersOfFile, readFile } from '../trades/evidence/read-file.ts'
import type { CommandCall } from '../http/command.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { decideCase, sendCaseMessage, takeCase } from './arbiter-moves.ts'
import { assertCaseOf, getCase, getOwnDecision, listCases, listLinkedCases } from './case-queries.ts'
import { listWaitingCases, readmitArbiter } from './readmit-arbiter.ts'

/** The arbiter's desk. What a case contains is for the arbiter who has it; all others see that it exists. */
export function caseRoutes(app: FastifyInstance, context: Context): void {
  const { db, keyring } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(disputesApi.listCases, ({ query, viewer }) => listCases(db, viewer.id, query.show ?? 'open', query.cursor))
  mount(disputesApi.getCase, ({ params, viewer }) => getCase(db, keyring, viewer.id, params.tradeId))
  mount(ownDecisionApi.getOwnDecision, ({ params, viewer }) => getOwnDecision(db, viewer.id, params.tradeId))
  mount(disputesApi.listLinkedCases, ({ params, viewer }) => listLinkedCases(db, viewer.id, params.tradeId))
  mount(administrationApi.listWaitingCases, ({ query }) => listWaitingCases(db, query.cursor))
  command(administrationApi.readmitArbiter, async (tx, { params, body, viewer }) => {
    await readmitArbiter(tx, viewer, params.tradeId, body)
    return { done: true as const }
  })
  mount(disputesApi.listCaseMessages, async ({ params, query, viewer }) => {
    await assertCaseOf(db, viewer.id, params.tradeId)
    return { messages: await listMessages(db, params.tradeId, query.after ?? 0) }
  })
  mount(disputesApi.getCaseImage, async ({ params, viewer, reply }) => {
    await assertCaseOf(db, viewer.id, params.tradeId)
    const bytes = await getImage(context, params.tradeId, params.imageId)
    reply.headers({ 'cache-control': 'private, no-store', 'content-disposition': 'inline' })
    return bytes
  })
  mount(evidenceApi.listCaseFiles, async ({ params, viewer }) => {
    await assertCaseOf(db, viewer.id, params.tradeId)
    return { files: await listCaseFiles(db, params.tradeId) }
  })
  mount(evidenceApi.getCaseFile, async ({ params: { tradeId, fileId }, viewer, reply }) => {
    await assertCaseOf(db, viewer.id, tradeId)
    const file = await readFile(context, { tradeId, fileId, readerId: viewer.id })
    reply.headers(headersOfFile(file))
    return file.bytes
  })
  // The stored answer of a command is not encrypted: it has no names of the payer, and the sent one has.
  const withNames = (stored: DisputeCase, { actorId }: CommandCall) => getCase(db, keyring, actorId, stored.tradeId)
  command(disputesApi.takeCase, {
    async work(tx, { params, viewer, key }) {
      await takeCase(tx, viewer, { tradeId: params.tradeId, key })
      return withoutNames(await getCase(tx, keyring, viewer.id, params.tradeId))
    },
    afterwards: withNames,
  })
  command(disputesApi.decideCase, {
    async work(tx, { params, body, viewer, key }) {
      await decideCase(tx, viewer, { tradeId: params.tradeId, key }, body)
      return withoutNames(await getCase(tx, keyring, viewer.id, params.tradeId))
    },
    afterwards: withNames,
  })
  command(disputesApi.sendCaseMessage, (tx, { params, body, viewer }) =>
    sendCaseMessage(tx, viewer, params.tradeId, body.text),
  )
}

function withoutNames(found: DisputeCase): DisputeCase {
  return { ...found, payer: { ...found.payer, payerName: null, senderName: null } }
}
