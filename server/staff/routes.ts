import type { FastifyInstance } from 'fastify'
import * as staffApi from '../../domain/api/staff/staff.ts'
import * as administrationApi from '../../domain/api/staff/administration.ts'
import * as outagesApi from '../../domain/api/staff/outages.ts'
import * as ratesApi from '../../domain/api/offers/rates.ts'
import * as currenciesApi from '../../domain/api/offers/currencies.ts'
import { listReceivedMessages } from './contact/queries.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { answerMessage, markAnswered } from './answer-message.ts'
import { listOutages } from '../http/outages/queries.ts'
import { endOutage, startOutage } from './outages.ts'
import { closeReport } from './close-report.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { listStaffCurrencies } from './currency-queries.ts'
import { editCurrencyNotice, switchCurrency } from './switch-currency.ts'
import { listStaffRates } from '../offers/rates/queries.ts'
import { setRate } from './set-rate.ts'
import { hideOffer, unhideOffer } from './hide-offer.ts'
import { getStaffOffer, listHiddenOffers, listOffersOf } from './offer-queries.ts'
import { findUsers, getStaffUser, listActionsAbout, listAuditLog, listSuspendedUsers } from './queries.ts'
import { cachedOverview, countWaiting } from './overview.ts'
import { listReports, listReportsAbout } from './report-queries.ts'
import { restoreUser, suspendUser } from './suspend-user.ts'

/** Reads leave no audit record; every action does. */
export function staffRoutes(app: FastifyInstance, context: Context): void {
  messageRoutes(app, context)
  userRoutes(app, context)
  offerRoutes(app, context)
  reportRoutes(app, context)
  outageRoutes(app, context)
  currencyRoutes(app, context)
}

function messageRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(staffApi.listReceivedMessages, ({ query }) =>
    listReceivedMessages(db, query.show ?? 'unanswered', query.cursor),
  )
  mount(staffApi.listAuditLog, ({ query }) => listAuditLog(db, query.cursor))

  command(staffApi.markAnswered, async (tx, { params, body, viewer }) => {
    await markAnswered(tx, viewer, params.messageId, body.note)
    return { done: true as const }
  })
  command(staffApi.answerMessage, async (tx, { params, body, viewer }) => {
    await answerMessage(tx, viewer, params.messageId, body.answer)
    return { done: true as const }
  })
}

function userRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(staffApi.findUsers, async ({ query }) => {
    if (query.show === 'suspended') return listSuspendedUsers(db, query.cursor)
    return findUsers(db, query.username ?? '', query.cursor)
  })
  mount(staffApi.getStaffUser, ({ params, viewer }) => getStaffUser(db, viewer.id, params.userId))
  mount(staffApi.listActionsAbout, ({ params, query }) => listActionsAbout(db, params.userId, query.cursor))

  command(staffApi.endSessionsOf, async (tx, { params, body, viewer }) => {
    return { ended: await endSessionsOf(tx, viewer, params.userId, body.reason) }
  })
  command(staffApi.suspendUser, async (tx, { params, body, viewer }) => {
    await suspendUser(tx, viewer, params.userId, body.reason)
    return { done: true as const }
  })
  command(staffApi.restoreUser, async (tx, { params, body, viewer }) => {
    await restoreUser(tx, viewer, params.userId, body.reason)
    return { done: true as const }
  })
}

function offerRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(staffApi.listStaffOffers, async ({ query, viewer }) => {
    if (query.show === 'hidden') return listHiddenOffers(db, viewer.id, query.cursor)
    return listOffersOf(db, viewer.id, query.trader ?? '', query.cursor)
  })
  mount(staffApi.getStaffOffer, ({ params, viewer }) => getStaffOffer(db, viewer.id, params.offerId))

  command(staffApi.hideOffer, async (tx, { params, body, viewer }) => {
    await hideOffer(tx, viewer, params.offerId, body.reason)
    return { done: true as const }
  })
  command(staffApi.unhideOffer, async (tx, { params, body, viewer }) => {
    await unhideOffer(tx, viewer, params.offerId, body.reason)
    return { done: true as const }
  })
}

function reportRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })
  const overview = cachedOverview(db)

  mount(administrationApi.getOverview, () => overview())
  mount(administrationApi.countWaiting, () => countWaiting(db))
  mount(administrationApi.listReports, ({ query, viewer }) =>
    listReports(db, viewer.id, query.show ?? 'open', query.cursor),
  )
  mount(administrationApi.listReportsAbout, ({ params, query, viewer }) =>
    listReportsAbout(db, viewer.id, params.userId, query.cursor),
  )

  command(administrationApi.closeReport, async (tx, { params, body, viewer }) => {
    await closeReport(tx, viewer, params.reportId, body)
    return { done: true as const }
  })
}

function outageRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(outagesApi.listOutages, () => listOutages(db))
  command(outagesApi.startOutage, async (tx, { body, viewer }) => {
    await startOutage(tx, viewer, body.reason)
    return { done: true as const }
  })
  command(outagesApi.endOutage, async (tx, { body, viewer }) => {
    await endOutage(tx, viewer, body.reason)
    return { done: true as const }
  })
}

function currencyRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(currenciesApi.listStaffCurrencies, async () => ({ currencies: await listStaffCurrencies(db) }))
  command(currenciesApi.switchCurrencyOff, async (tx, { params, body, viewer }) => {
    await switchCurrency(tx, viewer, { currency: params.fiatCurrency, to: 'off', reason: body.reason })
    return { done: true as const }
  })
  command(currenciesApi.switchCurrencyOn, async (tx, { params, body, viewer }) => {
    await switchCurrency(tx, viewer, { currency: params.fiatCurrency, to: 'on', reason: body.reason })
    return { done: true as const }
  })
  command(currenciesApi.editCurrencyNotice, async (tx, { params, body, viewer }) => {
    const { reason, ...notices } = body
    await editCurrencyNotice(tx, viewer, { currency: params.fiatCurrency, notices, reason })
    return { done: true as const }
  })

  mount(ratesApi.listStaffRates, async () => ({ rates: await listStaffRates(db, config.rates) }))
  command(ratesApi.setRate, async (tx, { params, body, viewer }) => {
    await setRate(tx, config.rates, viewer, { currency: params.fiatCurrency, ...body })
    return { done: true as const }
  })
}
