import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Check } from '../ui/icons.tsx'

type State = 'stands' | 'next'

/** What the product can do and what it is to learn, as stations on a line (decisions: Law and honesty). */
export function Roadmap() {
  return (
    <ol>
      <Station state="stands" title={<Trans>The market and the trade room</Trans>}>
        <Trans>Offers, prices that hold while you decide, trades with a payment window, chat with pictures.</Trans>
      </Station>
      <Station state="stands" title={<Trans>The demonstration escrow</Trans>}>
        <Trans>Locks, releases and refunds in a double-entry ledger that the database checks by itself.</Trans>
      </Station>
      <Station state="stands" title={<Trans>Stronger accounts</Trans>}>
        <Trans>Verified email, recovery, second factors, a list of your sessions.</Trans>
      </Station>
      <Station state="next" title={<Trans>Disputes</Trans>}>
        <Trans>An arbiter decides with a written reason, and a decision can be appealed once.</Trans>
      </Station>
      <Station state="next" title={<Trans>Payment accounts and ratings</Trans>}>
        <Trans>Where to pay, encrypted and shown to the other side only. Ratings by people who really traded.</Trans>
      </Station>
      <Station state="next" title={<Trans>Escrow in smart contracts</Trans>} isLast>
        <Trans>
          Non-custodial, with 2-of-3 signatures by buyer, seller and arbiter, on Polygon and BSC. First on test
          networks, and on others only once the contracts are tested.
        </Trans>
      </Station>
    </ol>
  )
}

type StationProps = { state: State; title: ReactNode; children: ReactNode; isLast?: boolean }

function Station({ state, title, children, isLast = false }: StationProps) {
  const stands = state === 'stands'
  return (
    <li className="flex gap-4">
      <div aria-hidden className="flex flex-col items-center">
        <span
          className={`grid size-7 shrink-0 place-items-center rounded-full ${stands ? 'bg-ink text-canvas' : 'border border-edge'}`}
        >
          {stands && <Check />}
        </span>
        {!isLast && <span className={`w-0.5 grow ${stands ? 'bg-ink' : 'bg-line'}`} />}
      </div>
      <div className="max-w-[38em] pb-7">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          {title}
          <Badge tone={stands ? 'buy' : 'neutral'}>
            {stands ? <Trans>Works today</Trans> : <Trans>Being built</Trans>}
          </Badge>
        </h3>
        <p className="mt-1 text-muted">{children}</p>
      </div>
    </li>
  )
}
