import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../layout/PageTitle.tsx'
import { QuickTrade } from '../market/QuickTrade.tsx'
import { RateBoard } from '../market/RateBoard.tsx'
import { Statistics } from '../market/Statistics.tsx'
import { paths } from '../paths.ts'
import { EscrowExplanation } from '../trades/EscrowRail.tsx'
import { LatestOffers } from './LatestOffers.tsx'
import { NextStep } from './NextStep.tsx'
import { essentials } from './questions/essentials.tsx'
import { ShortList } from './questions/ShortList.tsx'
import { SecurityFeatures } from './SecurityFeatures.tsx'
import { ThreeSteps } from './ThreeSteps.tsx'

/** The landing page (spec section 2): the board, how a trade goes, what is on offer now, and why to trust it. */
export default function HomePage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle
        title={t`Buy and sell USDT with people`}
        description={t`A peer-to-peer USDT marketplace for dinars, euros and dollars, with a demonstration escrow.`}
      />
      <Hero />
      <div className="wrap">
        <Statistics />
      </div>
      <LatestOffers />
      <Part title={<Trans>How it works</Trans>} more={{ to: paths.howItWorks, text: <Trans>In more detail</Trans> }}>
        <ThreeSteps />
      </Part>
      <Part title={<Trans>What guards a trade</Trans>} more={{ to: paths.security, text: <Trans>Security</Trans> }}>
        <SecurityFeatures />
      </Part>
      <Part title={<Trans>Asked most often</Trans>}>
        <ShortList questions={essentials} />
      </Part>
      <NextStep />
    </>
  )
}

function Hero() {
  return (
    <div className="band">
      <div className="wrap grid items-center gap-10 pt-12 pb-10 md:grid-cols-[1.5fr_1fr] md:gap-16 md:pt-20 md:pb-14">
        <div>
          <h1 className="display">
            <Trans>Dinars, euros or dollars in. USDT out.</Trans>
          </h1>
          <p className="mt-5 mb-8 max-w-[34em] text-lg text-muted">
            <Trans>
              Trade directly with another person. The seller’s USDT stays locked in escrow until the payment is
              confirmed.
            </Trans>
          </p>
          <QuickTrade />
        </div>
        <RateBoard />
      </div>
      <div className="border-t border-line">
        <div className="wrap py-7">
          <EscrowExplanation />
        </div>
      </div>
    </div>
  )
}

type PartProps = { title: ReactNode; more?: { to: string; text: ReactNode }; children: ReactNode }

function Part({ title, more, children }: PartProps) {
  return (
    <section className="wrap py-8 md:py-12">
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
