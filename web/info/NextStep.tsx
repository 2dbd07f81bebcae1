import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Fee } from '../market/Fee.tsx'
import { useSession } from '../accounts/session.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'

/** A page's last word: an account for who has none, an offer for who has one. */
export function NextStep() {
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
              The fee is <Fee /> of the USDT amount, paid by whoever opens the trade, and only when it completes. This
              is a test environment: no real crypto moves.
            </Trans>
          </p>
        </div>
        {session.user ? (
          <Link to={paths.createOffer} className={buttonClass('accent')}>
            <Trans>Create Offer</Trans>
          </Link>
        ) : (
          <Link to={paths.register} className={buttonClass('accent')}>
            <Trans>Create account</Trans>
          </Link>
        )}
      </div>
    </section>
  )
}
