import { Trans, useLingui } from '@lingui/react/macro'
import { useCurrencyList, useSlogan } from '../../layout/currency-list.ts'
import { withTexts } from '../../i18n.ts'
import type { PageHandle } from '../../layout/document/page-data.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { QuickTrade } from '../../offers/rates/QuickTrade.tsx'
import { RateBoard } from '../../offers/rates/RateBoard.tsx'
import { landingOffersQuery, ratesQuery, statisticsQuery } from '../../offers/rates/rates.ts'
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

export const handle: PageHandle = {
  read: (client) => [
    client.ensureQueryData(ratesQuery),
    client.ensureQueryData(statisticsQuery),
    client.ensureQueryData(landingOffersQuery),
  ],
}

/** The landing page (spec-coverage 2): rates, open offers, how a trade works, and how it is protected. */
export default function HomePage() {
  const { t } = useLingui()
  const currencies = useCurrencyList('conjunction')
  return (
    <>
      <PageTitle
        title={t`Buy and sell USDT directly`}
        description={t`A peer-to-peer USDT marketplace for ${currencies}, with a demo escrow.`}
      />
      <Hero />
      <HydratedApart fallback={<div className="min-h-dvh" />}>
        <HomeRest />
      </HydratedApart>
    </>
  )
}

function Hero() {
  const slogan = useSlogan()
  return (
    <div className="band">
      <div className="wrap grid items-center gap-4 py-5 md:grid-cols-[1.5fr_1fr] md:gap-16 md:py-14">
        <div>
          <h1 className="display">{slogan}</h1>
          <p className="mt-2 mb-4 text-lg text-muted md:my-6">
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
    </div>
  )
}
