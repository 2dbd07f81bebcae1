import { Plural, Trans } from '@lingui/react/macro'
import { LIMITS } from '../../domain/limits.ts'

/** Which trades count for a record (docs/decisions.md, Trades, "Which trades count"). */
export function WhatCounts() {
  const days = LIMITS.pair_counts_days
  return (
    <section>
      <h2 className="text-xl">
        <Trans>What counts</Trans>
      </h2>
      <ul className="mt-3 list-disc space-y-2 ps-5 text-muted">
        <li>
          <Trans>
            Trades with the same trader count once in <Plural value={days} one="# day" other="# days" />.
          </Trans>
        </li>
        <li>
          <Trans>
            Trades between accounts that share a browser, a network or a payment account don’t count. Several accounts
            that use one browser, or are paid into one payment account, count as one trader.
          </Trans>
        </li>
        <li>
          <Trans>
            The completion rate falls only when this trader cancels, doesn’t pay in time or loses a dispute as the
            buyer, never when the other party does.
          </Trans>
        </li>
        <li>
          <Trans>All figures are calculated from the trades. No one can write or buy them.</Trans>
        </li>
      </ul>
    </section>
  )
}
