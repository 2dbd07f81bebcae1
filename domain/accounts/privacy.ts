/**
 * The periods that the privacy policy promises (spec-coverage 2 Static; section 9). The worker keeps them
 * (server/jobs/purge-records.ts), and the database refuses to delete anything younger.
 */

/** The longest time each kind of record is kept. */
export const RETENTION = {
  accountYearsAfterDeletion: 7,
  tradeYears: 7,
  chatYears: 2,
  /** After the trade is closed, cancelled or completed; a chat is deleted when the first of its two periods ends. */
  chatYearsAfterCompletion: 1,
  /** Payment details of a trade and the names of its payers, after its end. */
  paymentDetailDaysAfterTrade: 30,
  /** Messages of the contact form. */
  contactYears: 2,
  /** Reports of users, offers, ratings and messages to staff. */
  reportYears: 2,
  /** What the members of a team did for its owner. */
  actYears: 2,
  logDays: 90,
} as const

/** Requests about personal data are answered within this time. */
export const PRIVACY_REPLY_DAYS = 30
/** Material changes of a policy are announced this long before they apply. */
export const POLICY_NOTICE_DAYS = 30
