import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useSession } from '../accounts/session.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { QuickTrade } from '../market/QuickTrade.tsx'
import { RateBoard } from '../market/RateBoard.tsx'
import { paths } from '../paths.ts'
import { EscrowExplanation } from '../trades/EscrowRail.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { LatestOffers } from './LatestOffers.tsx'

/** The landing page: the board, how a trade goes, and what is on offer now. */
export default function HomePage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle
        title={t`Buy and sell USDT with people`}
        description={t`A peer-to-peer USDT marketplace for dinars, euros and dollars, with a demonstration escrow.`}
      />
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
      <LatestOffers />
      <NextStep />
    </>
  )
}

/** The page's last word: an account for who has none, an offer for who has one. */
function NextStep() {
  const session = useSession()
  return (
    <section className="border-t border-line">
      <div className="wrap flex flex-wrap items-center justify-between gap-6 py-14">
        <div>
          <h2 className="text-3xl">
            {session.user ? <Trans>Name your own price</Trans> : <Trans>Try a whole trade</Trans>}
          </h2>
          <p className="mt-2 max-w-[40em] text-muted">
            <Trans>
              The fee is 0.5% of the USDT amount, paid by whoever opens the trade, and only when it completes. This is a
              test environment: no real crypto moves.
            </Trans>
          </p>
        </div>
        {session.user ? (
          <Link to={paths.createOffer} className={buttonClass('accent')}>
            <Trans>Create Offer</Trans>
          </Link>
        ) : (
          <Link to={paths.register} className={buttonClass('accent')}>
            <Trans>Create Account</Trans>
          </Link>
        )}
      </div>
    </section>
  )
}
