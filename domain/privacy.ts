/**
 * What the privacy policy promises, in figures (spec section 2, Privacy; section 9). The worker keeps it
 * (server/jobs/forget-records.ts); the database holds the same periods and lets nothing younger be deleted.
 */

/** When the policy and the terms last changed. */
export const POLICIES_UPDATED = '2026-11-21'

/** How long each kind of record is kept at most. */
export const RETENTION = {
  accountYearsAfterDeletion: 7,
  tradeYears: 7,
  chatYears: 2,
  /** After the trade's end, cancelled or completed; of the two periods of a chat the one that is over first counts. */
  chatYearsAfterCompletion: 1,
  /** Messages of the contact form. */
  contactYears: 2,
  logDays: 90,
} as const

/** A request about one's own data is answered within this. */
export const PRIVACY_REPLY_DAYS = 30
/** A material change of a policy is announced this long before. */
export const POLICY_NOTICE_DAYS = 30
