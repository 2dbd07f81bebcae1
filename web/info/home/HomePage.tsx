import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { withTexts } from '../../i18n.ts'
import type { PageHandle } from '../../layout/page-data.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { QuickTrade } from '../../market/rates/QuickTrade.tsx'
import { RateBoard } from '../../market/rates/RateBoard.tsx'
import { latestOffersQuery, marketQuery, statisticsQuery } from '../../market/rates/rates.ts'
import { afterFrame } from '../../ui/hydration/after-frame.ts'
import { HydratedApart } from '../../ui/hydration/HydratedApart.tsx'
import { lazyPart } from '../../ui/hydration/lazy-part.ts'
import '../questions/opened-early.ts'

// Prerendered with the page and hydrated after it, so that the first screen does not wait for their code.
const HomeRest = lazyPart(async () => {
  await afterFrame()
  // Making the schemas takes long on a phone: two tasks of their own.
  await withTexts('home', () => import('../../../domain/offers/listing.ts'))
  await import('../../contract.ts')
  return withTexts('home', () => import('./HomeRest.tsx'))
})
const EscrowExplanation = lazyPart(async () => {
  await afterFrame()
  const { EscrowExplanation } = await withTexts('home', () => import('../../trades/room/EscrowExplanation.tsx'))
  return { default: EscrowExplanation }
})

export const handle: PageHandle = {
  read: (client) => [
    client.ensureQueryData(marketQuery),
    client.ensureQueryData(statisticsQuery),
    client.ensureQueryData(latestOffersQuery),
  ],
}

/** The landing page (spec-coverage 2): rates, how a trade works, open offers, and how trades are protected. */
export default function HomePage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle
        title={t`Buy and sell USDT directly`}
        description={t`A peer-to-peer USDT marketplace for dinars, euros and dollars, with a demo escrow.`}
      />
      <Hero />
      <Suspense fallback={<div className="min-h-dvh" />}>
        <HomeRest />
      </Suspense>
    </>
  )
}

function Hero() {
  return (
    <div className="band">
      <div className="wrap grid items-center gap-8 pt-8 pb-8 md:grid-cols-[1.5fr_1fr] md:gap-16 md:pt-20 md:pb-14">
        <div>
          <h1 className="display">
            <Trans>Dinars, euros or dollars in. USDT out.</Trans>
          </h1>
          <p className="mt-3 mb-6 max-w-[34em] text-lg md:mt-5 md:mb-8 text-muted">
            <Trans>Trade USDT directly with other traders.</Trans>
          </p>
          <HydratedApart>
            <QuickTrade />
          </HydratedApart>
        </div>
        <HydratedApart>
          <RateBoard />
        </HydratedApart>
      </div>
      <div className="border-t border-line">
        <div className="wrap py-5 md:py-7">
          <Suspense fallback={<div className="h-24" />}>
            <EscrowExplanation />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
