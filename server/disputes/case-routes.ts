import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { getImage, listMessages } from '../chat/queries.ts'
import type { DisputeCase } from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { listCaseFiles } from '../evidence/queries.ts'
import { headersOfFile, readFile } from '../evidence/read-file.ts'
import type { CommandCall } from '../http/command.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { requireStaff } from '../staff/require-staff.ts'
import { decideCase, sendCaseMessage, takeCase } from './arbiter-moves.ts'
import { assertCaseOf, getCase, listCases } from './case-queries.ts'
import { listWaitingCases, readmitArbiter } from './readmit-arbiter.ts'

/** The arbiter's desk. What a case contains is for the arbiter who has it; all others see that it exists. */
export function caseRoutes(app: FastifyInstance, context: Context): void {
  const { db, keyring } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(api.listCases, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'arbiter')
    return listCases(db, viewer.id, query.show ?? 'open', query.cursor)
  })
  mount(api.getCase, async ({ params, viewer }) => {
    await requireStaff(db, viewer, 'arbiter')
    return getCase(db, keyring, viewer.id, params.tradeId)
  })
  mount(api.listWaitingCases, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listWaitingCases(db, query.cursor)
  })
  command(api.readmitArbiter, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await readmitArbiter(tx, viewer, params.tradeId, body)
    return { done: true as const }
  })
  mount(api.listCaseMessages, async ({ params, query, viewer }) => {
    await requireStaff(db, viewer, 'arbiter')
    await assertCaseOf(db, viewer.id, params.tradeId)
    return { messages: await listMessages(db, params.tradeId, query.after ?? 0) }
  })
  mount(api.getCaseImage, async ({ params, viewer, reply }) => {
    await requireStaff(db, viewer, 'arbiter')
    await assertCaseOf(db, viewer.id, params.tradeId)
    const bytes = await getImage(db, params.tradeId, params.imageId)
    reply.headers({ 'cache-control': 'private, no-store', 'content-disposition': 'inline' })
    return bytes
  })
  mount(api.listCaseFiles, async ({ params, viewer }) => {
    await requireStaff(db, viewer, 'arbiter')
    await assertCaseOf(db, viewer.id, params.tradeId)
    return { files: await listCaseFiles(db, params.tradeId) }
  })
  mount(api.getCaseFile, async ({ params: { tradeId, fileId }, viewer, reply }) => {
    await requireStaff(db, viewer, 'arbiter')
    await assertCaseOf(db, viewer.id, tradeId)
    const file = await inTransaction(db, (tx) => readFile(tx, keyring, { tradeId, fileId, readerId: viewer.id }))
    reply.headers(headersOfFile(file))
    return file.bytes
  })
  // The stored answer of a command is not encrypted: it has no names of the payer, and the sent one has.
  const withNames = (stored: DisputeCase, { actorId }: CommandCall) => getCase(db, keyring, actorId, stored.tradeId)
  command(api.takeCase, {
    async work(tx, { params, viewer, key }) {
      await requireStaff(tx, viewer, 'arbiter')
      await takeCase(tx, viewer, { tradeId: params.tradeId, key })
      return withoutNames(await getCase(tx, keyring, viewer.id, params.tradeId))
    },
    afterwards: withNames,
  })
  command(api.decideCase, {
    async work(tx, { params, body, viewer, key }) {
      await requireStaff(tx, viewer, 'arbiter')
      await decideCase(tx, viewer, { tradeId: params.tradeId, key }, body)
      return withoutNames(await getCase(tx, keyring, viewer.id, params.tradeId))
    },
    afterwards: withNames,
  })
  command(api.sendCaseMessage, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'arbiter')
    return sendCaseMessage(tx, viewer, params.tradeId, body.text)
  })
}

function withoutNames(found: DisputeCase): DisputeCase {
  return { ...found, payer: { ...found.payer, payerName: null, senderName: null } }
}
