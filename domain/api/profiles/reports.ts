/** Reports to staff. Only their reporter and staff read them. */
import * as z from 'zod/mini'
import { REPORT_REASON_NAMES, REPORT_SUBJECTS, reportSchema } from '../../profiles/reports.ts'
import { endpointsOf, named } from '../endpoint.ts'

const endpoint = endpointsOf('Reports')

export const reportSubject = named('ReportSubject', z.enum(REPORT_SUBJECTS))
export const reportReason = named('ReportReason', z.enum(REPORT_REASON_NAMES))

const report = named('Report', z.object({ reference: z.string() }), 'A report, by the reference that staff know it by.')

export const sendReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Send a report about a user, an offer, a rating or a chat message to staff',
  description:
    'A message can be reported by the other party of its trade. You can have one open report about each subject; the reported user is not notified.',
  needsVerifiedEmail: true,
  needsIdempotencyKey: true,
  body: reportSchema,
  response: report,
  statuses: [201],
  errors: ['not_found', 'report_about_yourself', 'report_open', 'reports_limit'],
})
