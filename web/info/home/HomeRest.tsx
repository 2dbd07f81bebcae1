import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AccountDeleted } from '../../accounts/AccountDeleted.tsx'
import { Link } from '../../layout/Link.tsx'
import { Statistics } from '../../offers/market/Statistics.tsx'
import { paths } from '../../paths.ts'
import { EscrowDiagram } from './EscrowDiagram.tsx'
import { LatestOffers } from './LatestOffers.tsx'
import { NextStep } from '../guide/NextStep.tsx'
import { essentials } from '../questions/essentials.tsx'
import { ShortList } from '../questions/ShortList.tsx'
import { SecurityFeatures } from '../guide/SecurityFeatures.tsx'
import { ThreeSteps } from '../guide/ThreeSteps.tsx'

/** The landing page below its first screen: rendered with it, and hydrated after it. */
export default function HomeRest() {
  return (
    <>
      <AccountDeleted />
      <LatestOffers />
      <div className="wrap">
        <Statistics />
      </div>
      <Part title={<Trans>How it works</Trans>} more={{ to: paths.howItWorks, text: <Trans>More details</Trans> }}>
        <ThreeSteps />
      </Part>
      <Part
        title={<Trans>How your trade is protected</Trans>}
        more={{ to: paths.security, text: <Trans>Security</Trans> }}
      >
        <div className="grid items-start gap-x-12 gap-y-4 lg:grid-cols-[1.1fr_1fr]">
          <EscrowDiagram />
          <SecurityFeatures />
        </div>
      </Part>
      <Part title={<Trans>Frequently asked questions</Trans>}>
        <ShortList questions={essentials} />
      </Part>
      <NextStep />
    </>
  )
}

type PartProps = { title: ReactNode; more?: { to: string; text: ReactNode }; children: ReactNode }

function Part({ title, more, children }: PartProps) {
  return (
    <section className="wrap py-6 md:py-9">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-3xl">{title}</h2>
        {more && (
          <Link to={more.to} className="text-muted underline underline-offset-4 hover:text-ink">
            {more.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
