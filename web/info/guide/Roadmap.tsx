import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import Check from 'lucide/dist/esm/icons/check.mjs'
import { Icon } from '../../ui/Icon.tsx'

type State = 'available' | 'next'

/** What the product can do today and what is in development, as stations on a line (decisions: Interface). */
export function Roadmap() {
  return (
    <ol>
      <Station state="available" title={<Trans>Market and trades</Trans>}>
        <Trans>Offers, guaranteed quotes, trades with a payment window, and chat with images.</Trans>
      </Station>
      <Station state="available" title={<Trans>Demo escrow</Trans>}>
        <Trans>Locks, releases and refunds in a double-entry ledger, checked by the database.</Trans>
      </Station>
      <Station state="available" title={<Trans>Account security</Trans>}>
        <Trans>Email confirmation, account recovery, two-factor authentication and a list of your sessions.</Trans>
      </Station>
      <Station state="available" title={<Trans>Payment accounts</Trans>}>
        <Trans>Checked for each method, encrypted, and shown to the other party inside an open trade only.</Trans>
      </Station>
      <Station state="available" title={<Trans>Disputes</Trans>}>
        <Trans>An arbiter decides and gives written reasons. Each decision can be appealed once.</Trans>
      </Station>
      <Station state="available" title={<Trans>Ratings</Trans>}>
        <Trans>Only from traders who completed a trade.</Trans>
      </Station>
      <Station state="next" title={<Trans>Escrow in smart contracts</Trans>} isLast>
        <Trans>
          Non-custodial, with 2-of-3 signatures by buyer, seller and arbiter, on Polygon and BSC. Test networks first,
          others only once the contracts are tested.
        </Trans>
      </Station>
    </ol>
  )
}

type StationProps = { state: State; title: ReactNode; children: ReactNode; isLast?: boolean }

function Station({ state, title, children, isLast = false }: StationProps) {
  const isAvailable = state === 'available'
  return (
    <li className="flex gap-4">
      <div aria-hidden className="flex flex-col items-center">
        <span
          className={`grid size-7 shrink-0 place-items-center rounded-full ${isAvailable ? 'bg-ink text-canvas' : 'border border-edge'}`}
        >
          {isAvailable && <Icon of={Check} size={16} />}
        </span>
        {!isLast && <span className={`w-0.5 grow ${isAvailable ? 'bg-ink' : 'bg-line'}`} />}
      </div>
      <div className="max-w-[38em] pb-7">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          {title}
          <Badge tone={isAvailable ? 'buy' : 'neutral'}>
            {isAvailable ? <Trans>Available</Trans> : <Trans>In development</Trans>}
          </Badge>
        </h3>
        <p className="mt-1 text-muted">{children}</p>
      </div>
    </li>
  )
}
