/** Who may neither open trades nor have active offers. The triggers `users_may_trade` refuse the same. */
export type Standing = { isArbiter: boolean; isSuspended: boolean }

/** The code of the refusal; null where the user may trade. */
export function tradingRefusal({ isArbiter, isSuspended }: Standing) {
  if (isArbiter) return 'arbiter_may_not_trade'
  return isSuspended ? 'account_suspended' : null
}
