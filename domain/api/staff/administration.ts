/** Reports, cases without an arbiter, and the overview, for admins; they are refused as in `staff.ts`. */
import * as z from 'zod/mini'
import { positionPattern } from '../../cursors.ts'
import { ARBITERS_LISTED, DISPUTE_STATUSES } from '../../disputes/disputes.ts'
import { UNREAD_CAP } from '../../limits.ts'
import {
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORT_SUBJECTS,
  REPORTS_TOGETHER,
  closeReportSchema,
} from '../../profiles/reports.ts'
import type { ReportReason } from '../../profiles/reports.ts'
import { STAFF_PAGE_SIZE, VIOLATIONS_LISTED } from '../../staff/staff.ts'
import { reasonSchema } from '../../staff/staff-forms.ts'
import { TRADE_STATUSES } from '../../trades/trades.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { ACTION_ERRORS, cursor, done, userParams } from './staff-values.ts'

const endpoint = endpointsOf('Staff')

const place = new RegExp(`^\\d{1,18}$|${positionPattern(1).source}`)

const written = {
  id,
  reference: z.string(),
  kind: z.enum(REPORT_SUBJECTS),
  reason: z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]),
  text: described(z.string(), 'What the reporter wrote; may be empty.'),
  excerpt: described(z.string(), 'The reported text as it was when it was reported.'),
  at: moment,
  reporter: described(z.nullable(z.object({ id, username: z.string() })), 'Null once their row is purged.'),
}
const reportTogether = z.object(written)

/** The counts cover the 100 longest waiting reports. */
const openCase = z.object({
  reports: described(z.int(), 'Open reports about the user, this one included, at most 100.'),
  reporters: z.int(),
  newReporters: described(z.int(), 'Reporters without a completed trade.'),
  sharedNetwork: described(z.int(), 'Reporters who were seen in one network with another of them lately.'),
  others: described(
    listOf(reportTogether, REPORTS_TOGETHER),
    'The reports that wait longest after this one, without those that you cannot close.',
  ),
})

const staffReport = named(
  'StaffReport',
  z.object({
    ...written,
    openCase: described(z.nullable(openCase), 'Of an open report about a user who exists.'),
    offerId: described(z.nullable(id), 'Of a reported offer.'),
    isHidden: described(z.boolean(), 'The reported offer is hidden.'),
    isRemoved: described(z.boolean(), 'The reported rating was removed.'),
    rated: described(
      z.nullable(z.object({ id, username: z.string() })),
      'The trader whom the reported rating is about; null once their row is purged.',
    ),
    tradeReference: described(z.nullable(z.string()), 'Of the trade of a reported message.'),
    reported: z.nullable(
      z.object({
        id,
        username: z.string(),
        suspendedAt: z.nullable(moment),
        otherReports: described(z.int(), 'Other reports about the same user, at most 100.'),
      }),
    ),
    closed: z.nullable(z.object({ at: moment, by: z.string(), outcome: z.enum(REPORT_OUTCOMES), reason: z.string() })),
    refusal: described(
      z.nullable(z.enum(['own_report', 'own_account', 'staff_conflict', 'rating_conflict'])),
      'Why you cannot close this open report; null: you can.',
    ),
  }),
)
export type StaffReport = z.infer<typeof staffReport>
const reportPage = z.object({ reports: listOf(staffReport, STAFF_PAGE_SIZE), nextCursor: z.nullable(z.string()) })

export const listReports = endpoint({
  method: 'GET',
  path: '/api/staff/reports',
  summary:
    'Admin: list open reports, one for each reported user and the longest waiting first, or closed ones, the latest first',
  staff: 'admin',
  query: z.strictObject({ show: z.optional(z.enum(['open', 'closed'])), cursor: cursor(place) }),
  response: reportPage,
})

export const listReportsAbout = endpoint({
  method: 'GET',
  path: '/api/staff/users/:userId/reports',
  summary: 'Admin: list reports about one user, newest first',
  staff: 'admin',
  params: userParams,
  query: z.strictObject({ cursor: cursor(place) }),
  response: reportPage,
})

export const closeReport = endpoint({
  method: 'POST',
  path: '/api/staff/reports/:reportId/close',
  summary: 'Admin: close a report with an outcome, which is carried out',
  description:
    'The reported user is warned by email, the offers are hidden, the ratings are removed, or the user is suspended, for the reason that is recorded. Each reporter is told by email that the report was decided.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params: z.strictObject({ reportId: id }),
  body: closeReportSchema,
  response: done,
  errors: [...ACTION_ERRORS, 'own_report', 'rating_conflict', 'report_outcome_wrong', 'staff_account'],
})

const waitingCase = named(
  'WaitingCase',
  z.object({
    tradeId: id,
    reference: z.string(),
    status: z.enum(DISPUTE_STATUSES),
    round: z.int(),
    openedAt: moment,
    lateDecisions: described(z.int(), 'How often the case was reassigned because its decision was late.'),
    amountUsdt: decimal,
    arbitersLeft: described(z.int(), 'The arbiters who can take the case now.'),
    candidates: described(
      listOf(z.object({ id, username: z.string() }), ARBITERS_LISTED),
      'Where no arbiter is left: former arbiters of the case of whom one can be readmitted.',
    ),
  }),
)
export type WaitingCase = z.infer<typeof waitingCase>

export const listWaitingCases = endpoint({
  method: 'GET',
  path: '/api/staff/cases',
  summary: 'Admin: list cases that no arbiter has, the most often reassigned first',
  staff: 'admin',
  query: z.strictObject({
    cursor: cursor(positionPattern(2)),
  }),
  response: z.object({ cases: listOf(waitingCase, STAFF_PAGE_SIZE), nextCursor: z.nullable(z.string()) }),
})

export const readmitArbiter = endpoint({
  method: 'POST',
  path: '/api/staff/cases/:tradeId/readmit',
  summary: 'Admin: let a former arbiter take a case again, where no other arbiter is left',
  description:
    'Never an arbiter who is a party or traded with one, and never the admin. The arbiter still has to take the case.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params: z.strictObject({ tradeId: id }),
  body: z.extend(reasonSchema, { arbiterId: id }),
  response: done,
  errors: [...ACTION_ERRORS, 'arbiters_left', 'arbiter_partial'],
})

const waitingCounts = named(
  'WaitingCounts',
  z.object({
    messages: described(z.int(), 'Unanswered contact messages.'),
    reports: described(z.int(), 'Open reports.'),
    unassignedCases: described(z.int(), 'Cases that no arbiter has, as they are listed.'),
  }),
  `Each is counted to ${UNREAD_CAP + 1} at most.`,
)
export type WaitingCounts = z.infer<typeof waitingCounts>

export const countWaiting = endpoint({
  method: 'GET',
  path: '/api/staff/waiting',
  summary: 'Admin: count what waits for an admin, at this moment',
  staff: 'admin',
  response: waitingCounts,
})

const queue = z.object({ count: z.int(), oldestAt: z.nullable(moment) })

const overview = named(
  'Overview',
  z.object({
    at: moment,
    users: z.object({ total: z.int(), newToday: z.int(), suspended: z.int() }),
    trades: z.object({
      byStatus: listOf(z.object({ status: z.enum(TRADE_STATUSES), count: z.int() }), TRADE_STATUSES.length),
      volumeUsdt: described(decimal, 'Of all completed trades.'),
      volumeTodayUsdt: described(decimal, 'Of trades completed in the last 24 hours.'),
    }),
    escrow: z.object({
      heldUsdt: described(decimal, 'What the escrow accounts of the ledger hold.'),
      ofOpenTradesUsdt: described(decimal, 'What the open trades say that they must hold.'),
      isEqual: z.boolean(),
      violations: described(
        listOf(z.object({ rule: z.string(), found: z.int() }), VIOLATIONS_LISTED),
        'Rules that the latest reading of the view `violations` found broken.',
      ),
      checkedSince: described(z.nullable(moment), 'Every rule was read since then; null: not all were read yet.'),
    }),
    disputes: queue,
    unassignedCases: described(queue, 'Cases that no arbiter has, as they are listed.'),
    reports: queue,
    messages: queue,
    mails: z.object({
      waiting: z.int(),
      retried: described(z.int(), 'Those of them that could not be sent at first.'),
      failed: described(z.int(), 'Of the last 7 days.'),
    }),
    audit: z.object({ records: z.int(), hash: described(z.string(), 'Of the last record.') }),
  }),
)
export type Overview = z.infer<typeof overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/staff/overview',
  summary: 'Admin: get the figures of the platform, at most 30 seconds old',
  staff: 'admin',
  response: overview,
})
