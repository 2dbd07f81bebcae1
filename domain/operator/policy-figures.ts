import { MINIMUM_AGE } from '../accounts/accounts.ts'
import { POLICY_NOTICE_DAYS, PRIVACY_REPLY_DAYS } from '../accounts/privacy.ts'
import { DECISION_HOURS, STATEMENT_HOURS } from '../disputes/disputes.ts'
import { LIMITS } from '../limits.ts'
import { USERNAME_CHANGE_DAYS } from '../profiles/profiles.ts'
import { DISPUTE_AFTER_MINUTES, ESCALATION_HOURS, WITHDRAWAL_MINUTES_MAX } from '../trades/trades.ts'

/** Figures that a policy may name in braces, so that it promises what the product does. */
export const POLICY_FIGURES = {
  decisionHours: DECISION_HOURS,
  disputeAfterMinutes: DISPUTE_AFTER_MINUTES,
  escalationHours: ESCALATION_HOURS,
  minimumAge: MINIMUM_AGE,
  policyNoticeDays: POLICY_NOTICE_DAYS,
  privacyReplyDays: PRIVACY_REPLY_DAYS,
  sharedNetworkDays: LIMITS.shared_network_days,
  statementHours: STATEMENT_HOURS,
  usernameDays: USERNAME_CHANGE_DAYS,
  withdrawalMinutes: WITHDRAWAL_MINUTES_MAX,
} as const
