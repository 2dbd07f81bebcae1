import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/profiles/reports.ts'
import { reportReference } from '../../../domain/profiles/reports.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { sendReport } from './send-report.ts'

export function reportRoutes(app: FastifyInstance, context: Context): void {
  const { command } = endpointsOn(app, context)

  command(api.sendReport, async (tx, { body, viewer }) => {
    return { reference: reportReference(await sendReport(tx, viewer.id, body)) }
  })
}
