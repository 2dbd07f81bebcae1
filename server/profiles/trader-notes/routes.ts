import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/profiles/trader-notes.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { listTraderNotes } from './queries.ts'
import { deleteTraderNote, saveTraderNote } from './save-trader-note.ts'

export function traderNoteRoutes(app: FastifyInstance, context: Context): void {
  const { mount, command } = endpointsOn(app, context)

  mount(api.listTraderNotes, async ({ viewer }) => ({ notes: await listTraderNotes(context.db, viewer.id) }))
  command(api.saveTraderNote, (tx, { params, body, viewer }) => saveTraderNote(tx, viewer.id, params.username, body))
  command(api.deleteTraderNote, async (tx, { params, viewer }) => ({
    deleted: await deleteTraderNote(tx, viewer.id, params.username),
  }))
}
