import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/offers/business-hours.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { getBusinessHours } from './queries.ts'
import { removeBusinessHours, saveBusinessHours } from './save-business-hours.ts'

export function businessHoursRoutes(app: FastifyInstance, context: Context): void {
  const { mount, command } = endpointsOn(app, context)

  mount(api.getBusinessHours, ({ viewer }) => getBusinessHours(context.db, viewer.id))
  command(api.saveBusinessHours, async (tx, { body, viewer }) => {
    await saveBusinessHours({ tx, limits: context.limits }, viewer.id, body)
    return getBusinessHours(tx, viewer.id)
  })
  command(api.removeBusinessHours, async (tx, { viewer }) => {
    await removeBusinessHours(tx, viewer.id)
    return getBusinessHours(tx, viewer.id)
  })
}
