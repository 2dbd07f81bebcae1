import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/offers/currencies.ts'
import { SOURCE_LANGUAGE } from '../../../domain/languages.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { listCurrencies } from './queries.ts'

export function currencyRoutes(app: FastifyInstance, context: Context): void {
  const { mount } = endpointsOn(app, context)

  mount(api.listCurrencies, async ({ query }) => ({
    currencies: await listCurrencies(context.publicReads, query.language ?? SOURCE_LANGUAGE),
  }))
}
