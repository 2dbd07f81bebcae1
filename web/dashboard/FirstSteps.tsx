import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'

/** Links for a trader without a trade: offers, the form of an offer, the rehearsal. */
export function FirstSteps({ hasOffers }: { hasOffers: boolean }) {
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="mb-3 text-xl">
        <Trans>Your first trade</Trans>
      </h2>
      <ul className="panel divide-y divide-line md:grid md:grid-cols-3 md:divide-x md:divide-y-0">
        <Step
          title={<Trans>Choose an offer</Trans>}
          action={<Trans>Browse offers</Trans>}
          to={paths.offers}
          variant="accent"
        >
          <Trans>
            Buy or sell at the price you see. The seller’s USDT is locked in escrow until the seller confirms the
            payment.
          </Trans>
        </Step>
        <Step
          title={<Trans>Set your own price</Trans>}
          action={hasOffers ? <Trans>Go to my offers</Trans> : <Trans>Create your first offer</Trans>}
          to={hasOffers ? paths.myOffers : paths.createOffer}
        >
          <Trans>Other traders open trades with you. You pay no fee on your own offers.</Trans>
        </Step>
        <Step title={<Trans>Practise first</Trans>} action={<Trans>Start a rehearsal</Trans>} to={paths.rehearsals}>
          <Trans>A practice trade that shows common scams. No money moves.</Trans>
        </Step>
      </ul>
    </section>
  )
}

type StepProps = { title: ReactNode; action: ReactNode; to: string; variant?: 'accent' | 'line'; children: ReactNode }

function Step({ title, action, to, variant = 'line', children }: StepProps) {
  return (
    <li className="grid content-between gap-4 p-5 md:p-6">
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 text-muted">{children}</p>
      </div>
      <Link to={to} className={buttonClass(variant, 'normal', 'w-full md:w-auto md:justify-self-start')}>
        {action}
      </Link>
    </li>
  )
}
