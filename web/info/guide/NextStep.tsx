import { Trans } from '@lingui/react/macro'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'

/** The closing button of a page: visitors create an account, signed-in traders an offer. Not for readers who create no offer. */
export function NextStep() {
  const session = useSession()
  if (!canCreateOffers(session)) return null
  return (
    <section className="border-t border-line">
      <div className="wrap flex justify-center py-14">
        {session.user ? (
          <Link to={paths.createOffer} className={buttonClass('accent')}>
            <Trans>Create offer</Trans>
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
