import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** How a trade is protected, in four cards (spec-coverage 2 Landing). Each is true today. */
export function SecurityFeatures() {
  return (
    <ul className="grid gap-x-10 sm:grid-cols-2">
      <Feature title={<Trans>Locked first</Trans>}>
        <Trans>The seller’s USDT is locked before the buyer pays.</Trans>
      </Feature>
      <Feature title={<Trans>Released by the seller</Trans>}>
        <Trans>
          Or an arbiter, by a decision that can be appealed. A trade marked as paid is never cancelled automatically.
        </Trans>
      </Feature>
      <Feature title={<Trans>A balanced ledger</Trans>}>
        <Trans>Entries can’t be changed. Locked USDT always matches open trades.</Trans>
      </Feature>
      <Feature title={<Trans>Never public</Trans>}>
        <Trans>
          A trade and its chat are open to its parties, team members they choose, and the arbiter of a dispute. Our
          staff read only reported messages.
        </Trans>
      </Feature>
    </ul>
  )
}

function Feature({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li className="border-t border-line py-5">
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 text-muted">{children}</p>
    </li>
  )
}
