import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { listReceivedMessages } from '../contact/queries.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { answerMessage, markAnswered } from './answer-message.ts'
import { listOutages } from '../outages/queries.ts'
import { endOutage, startOutage } from './outages.ts'
import { closeReport } from './close-report.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { listStaffCurrencies } from './currency-queries.ts'
import { editCurrencyNotice, switchCurrency } from './switch-currency.ts'
import { hideOffer, unhideOffer } from './hide-offer.ts'
import { getStaffOffer, listHiddenOffers, listOffersOf } from './offer-queries.ts'
import { findUsers, getStaffUser, listActionsAbout, listAuditLog, listSuspendedUsers } from './queries.ts'
import { cachedOverview, countWaiting } from './overview.ts'
import { listReports, listReportsAbout } from './report-queries.ts'
import { requireStaff } from './require-staff.ts'
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

  mount(api.listReceivedMessages, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listReceivedMessages(db, query.show ?? 'unanswered', query.cursor)
  })
  mount(api.listAuditLog, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listAuditLog(db, query.cursor)
  })

  command(api.markAnswered, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await markAnswered(tx, viewer, params.messageId, body.note)
    return { done: true as const }
  })
  command(api.answerMessage, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await answerMessage(tx, viewer, params.messageId, body.answer)
    return { done: true as const }
  })
}

function userRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(api.findUsers, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    if (query.show === 'suspended') return listSuspendedUsers(db, query.cursor)
    return findUsers(db, query.username ?? '', query.cursor)
  })
  mount(api.getStaffUser, async ({ params, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return getStaffUser(db, viewer.id, params.userId)
  })
  mount(api.listActionsAbout, async ({ params, query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listActionsAbout(db, params.userId, query.cursor)
  })

  command(api.endSessionsOf, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    return { ended: await endSessionsOf(tx, viewer, params.userId, body.reason) }
  })
  command(api.suspendUser, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await suspendUser(tx, viewer, params.userId, body.reason)
    return { done: true as const }
  })
  command(api.restoreUser, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await restoreUser(tx, viewer, params.userId, body.reason)
    return { done: true as const }
  })
}

function offerRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(api.listStaffOffers, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    if (query.show === 'hidden') return listHiddenOffers(db, viewer.id, query.cursor)
    return listOffersOf(db, viewer.id, query.trader ?? '', query.cursor)
  })
  mount(api.getStaffOffer, async ({ params, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return getStaffOffer(db, viewer.id, params.offerId)
  })

  command(api.hideOffer, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await hideOffer(tx, viewer, params.offerId, body.reason)
    return { done: true as const }
  })
  command(api.unhideOffer, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await unhideOffer(tx, viewer, params.offerId, body.reason)
    return { done: true as const }
  })
}

function reportRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })
  const overview = cachedOverview(db)

  mount(api.getOverview, async ({ viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return overview()
  })
  mount(api.countWaiting, async ({ viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return countWaiting(db)
  })
  mount(api.listReports, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listReports(db, viewer.id, query.show ?? 'open', query.cursor)
  })
  mount(api.listReportsAbout, async ({ params, query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listReportsAbout(db, viewer.id, params.userId, query.cursor)
  })

  command(api.closeReport, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await closeReport(tx, viewer, params.reportId, body)
    return { done: true as const }
  })
}

function outageRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(api.listOutages, async ({ viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listOutages(db)
  })
  command(api.startOutage, async (tx, { body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await startOutage(tx, viewer, body.reason)
    return { done: true as const }
  })
  command(api.endOutage, async (tx, { body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await endOutage(tx, viewer, body.reason)
    return { done: true as const }
  })
}

function currencyRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(api.listStaffCurrencies, async ({ viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return { currencies: await listStaffCurrencies(db) }
  })
  command(api.switchCurrencyOff, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await switchCurrency(tx, viewer, { currency: params.fiatCurrency, to: 'off', reason: body.reason })
    return { done: true as const }
  })
  command(api.switchCurrencyOn, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await switchCurrency(tx, viewer, { currency: params.fiatCurrency, to: 'on', reason: body.reason })
    return { done: true as const }
  })
  command(api.editCurrencyNotice, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    const { reason, ...notices } = body
    await editCurrencyNotice(tx, viewer, { currency: params.fiatCurrency, notices, reason })
    return { done: true as const }
  })
}
