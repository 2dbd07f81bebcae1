/** The refusals of what staff do; a part of `ERRORS` (`errors.ts`). */
export const STAFF_ERRORS = {
  staff_account: {
    kind: 'conflict',
    text: /*i18n*/ 'This user has a staff role. The operator of the server has to revoke it first.',
  },
  staff_conflict: {
    kind: 'forbidden',
    text: /*i18n*/ 'You traded with this user, or were in the same team, in the last {days, plural, one {# day} other {# days}}, so another admin has to do this.',
  },
  rating_conflict: {
    kind: 'forbidden',
    text: /*i18n*/ 'This rating was given to you, or to a user with whom you traded or were in the same team in the last {days, plural, one {# day} other {# days}}, so another admin has to do this.',
  },
  own_report: { kind: 'forbidden', text: /*i18n*/ 'You sent this report, so another admin has to close it.' },
  report_outcome_wrong: { kind: 'conflict', text: /*i18n*/ 'This outcome isn’t possible for this report.' },
  arbiters_left: { kind: 'conflict', text: /*i18n*/ 'Another arbiter can still take this case.' },
  arbiter_partial: { kind: 'forbidden', text: /*i18n*/ 'This arbiter can’t take the case again.' },
  staff_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You can do this {limit} times in 24 hours. Ask another admin to continue.',
  },
  rate_not_manual: {
    kind: 'conflict',
    text: /*i18n*/ 'The operator of the server doesn’t allow the rate of {currency} to be set by hand.',
  },
  rate_too_far: {
    kind: 'conflict',
    text: /*i18n*/ 'A rate set by hand may be at most {percent}% from the rates of the last day. Check the number.',
  },
  own_account: { kind: 'conflict', text: /*i18n*/ 'You can’t do this to your own account.' },
  message_answered: { kind: 'conflict', text: /*i18n*/ 'This message is already marked as answered.' },
} as const
