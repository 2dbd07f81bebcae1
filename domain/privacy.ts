/**
 * What the privacy policy promises, in figures (spec section 2, Privacy; section 9). A job keeps that of the
 * sign-ins; for the others nothing in the product is old enough to be forgotten, and the jobs must be there before it is.
 */

/** When the policy and the terms last changed. */
export const POLICIES_UPDATED = '2026-11-21'

/** How long each kind of record is kept at most. */
export const RETENTION = {
  accountYearsAfterDeletion: 7,
  tradeYears: 7,
  chatYears: 2,
  chatYearsAfterCompletion: 1,
  logDays: 90,
} as const

/** A request about one's own data is answered within this. */
export const PRIVACY_REPLY_DAYS = 30
/** A material change of a policy is announced this long before. */
export const POLICY_NOTICE_DAYS = 30
