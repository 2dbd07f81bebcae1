import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** What guards a trade, in four parts (spec section 2, Landing page). All of it stands today. */
export function SecurityFeatures({ columns = 4 }: { columns?: 2 | 4 }) {
  return (
    <ul className={`grid gap-x-10 sm:grid-cols-2 ${columns === 4 ? 'lg:grid-cols-4' : ''}`}>
      <Feature title={<Trans>Locked first</Trans>}>
        <Trans>The seller’s USDT is locked before the buyer is asked to pay. No trade opens without it.</Trans>
      </Feature>
      <Feature title={<Trans>One word releases</Trans>}>
        <Trans>Only the seller’s confirmation releases the USDT. A paid trade is never cancelled by a clock.</Trans>
      </Feature>
      <Feature title={<Trans>A ledger that adds up</Trans>}>
        <Trans>Every movement is one entry that nobody can change. What is locked always equals what is open.</Trans>
      </Feature>
      <Feature title={<Trans>Between the two of you</Trans>}>
        <Trans>A trade and its chat are seen by buyer and seller only. Pictures lose their location data.</Trans>
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
