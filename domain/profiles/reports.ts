/** Reports of users, offers, ratings and messages to staff (decisions: Reports). */
import * as z from 'zod/mini'
import { usernameField } from '../accounts/usernames.ts'
import { freeText } from '../reading/fields.ts'
import { reasonSchema } from '../staff/staff-forms.ts'

export const REPORT_SUBJECTS = ['user', 'offer', 'rating', 'message'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]

/** What a reporter can choose, and about which subjects. */
export const REPORT_REASONS = {
  fraud: { text: /*i18n*/ 'Fraud or attempted fraud', of: ['user', 'offer', 'message'] },
  impersonation: { text: /*i18n*/ 'Pretends to be support or another person', of: ['user', 'message'] },
  outside_platform: { text: /*i18n*/ 'Asks to trade outside Sarraf', of: ['user', 'offer', 'message'] },
  misleading_terms: { text: /*i18n*/ 'Terms are misleading or against the rules', of: ['offer'] },
  untrue: { text: /*i18n*/ 'Untrue, or about another trade', of: ['rating'] },
  personal_data: { text: /*i18n*/ 'Reveals personal data', of: ['user', 'offer', 'rating', 'message'] },
  abuse: { text: /*i18n*/ 'Insults, threats or hatred', of: ['user', 'offer', 'rating', 'message'] },
  spam: { text: /*i18n*/ 'Spam or advertising', of: ['user', 'offer', 'message'] },
  other: { text: /*i18n*/ 'Another reason', of: ['user', 'offer', 'rating', 'message'] },
} as const satisfies Record<string, { text: string; of: readonly ReportSubject[] }>
export type ReportReason = keyof typeof REPORT_REASONS
export const REPORT_REASON_NAMES = Object.keys(REPORT_REASONS) as ReportReason[]

export const REPORT_TEXT_MAX = 1000
/** What staff need to understand a report for another reason. */
export const REPORT_TEXT_MIN_OF_OTHER = 20
/** The most of the reported text that a report keeps. */
export const REPORT_EXCERPT_MAX = 4000

/** The reasons that a report about this subject can have, in the order of the form. */
export function reasonsFor(subject: ReportSubject): ReportReason[] {
  return REPORT_REASON_NAMES.filter((reason) =>
    (REPORT_REASONS[reason].of as readonly ReportSubject[]).includes(subject),
  )
}

/** The reference of a report: "R-1B9D6BCD", from the first 8 characters of its id. */
export function reportReference(reportId: string): string {
  return `R-${reportId.slice(0, 8).toUpperCase()}`
}

export const REPORT_OUTCOMES = ['no_action', 'warned', 'hidden', 'removed', 'suspended'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

/** How staff can close a report about this subject: only offers are hidden, and only ratings are removed. */
export function outcomesOf(subject: ReportSubject): ReportOutcome[] {
  return REPORT_OUTCOMES.filter(
    (outcome) => (outcome !== 'hidden' || subject === 'offer') && (outcome !== 'removed' || subject === 'rating'),
  )
}

/** How staff can decide reports about these subjects of one user together. */
export function outcomesOfAll(subjects: readonly ReportSubject[]): ReportOutcome[] {
  return REPORT_OUTCOMES.filter((outcome) => subjects.some((subject) => outcomesOf(subject).includes(outcome)))
}

/** Reports about one user that are read, and decided, together with the one that waits longest. */
export const REPORTS_TOGETHER = 20

/**
 * Closes a report; the reason is recorded, and the reported user reads it unless there is no action. `also`: other open reports about
 * the same user that get the same decision.
 */
export const closeReportSchema = z.extend(reasonSchema, {
  outcome: z.enum(REPORT_OUTCOMES),
  also: z.optional(z.array(z.uuid()).check(z.maxLength(REPORTS_TOGETHER))),
})

/** What is reported. A message is named by its trade and its number there. */
const reportedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), username: usernameField }),
  z.strictObject({ kind: z.literal('offer'), offerId: z.uuid() }),
  z.strictObject({ kind: z.literal('rating'), ratingId: z.uuid() }),
  z.strictObject({
    kind: z.literal('message'),
    tradeId: z.uuid(),
    seq: z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)),
  }),
])
export type Reported = z.infer<typeof reportedSchema>

const reportText = freeText().check((ctx) => {
  if ([...ctx.value].length <= REPORT_TEXT_MAX) return
  ctx.issues.push({ code: 'custom', input: ctx.value, message: /*i18n*/ 'Use up to 1,000 characters.' })
})

const form = z.strictObject({
  reported: reportedSchema,
  reason: z.enum(REPORT_REASON_NAMES, /*i18n*/ 'Choose a reason.'),
  text: reportText,
})

const reasonFits = z.refine<z.infer<typeof form>>(
  ({ reported, reason }) => reasonsFor(reported.kind).includes(reason),
  {
    path: ['reason'],
    message: /*i18n*/ 'Choose a reason that fits.',
  },
)
const otherIsExplained = z.refine<z.infer<typeof form>>(
  ({ reason, text }) => reason !== 'other' || [...text].length >= REPORT_TEXT_MIN_OF_OTHER,
  { path: ['text'], message: /*i18n*/ 'Describe what happened in at least 20 characters.' },
)

export const reportSchema = form.check(reasonFits, otherIsExplained)
export type ReportInput = z.infer<typeof reportSchema>
