import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Fee } from '../../trades/Fee.tsx'
import { buttonClass } from '../../ui/button-class.ts'

/** The closing band of a page: visitors create an account, signed-in traders an offer. Not for readers who create no offer. */
export function NextStep() {
  const session = useSession()
  if (!canCreateOffers(session)) return null
  return session.user ? (
    <Band
      title={<Trans>Your offer, your price</Trans>}
      text={<Trans>You choose the price, the limits and the payment method.</Trans>}
    >
      <Link to={paths.createOffer} className={buttonClass('accent')}>
        <Trans>Create offer</Trans>
      </Link>
    </Band>
  ) : (
    <Band
      title={<Trans>Start with an email and a password</Trans>}
      text={
        <Trans>
          No identity documents. The person who opens a trade pays a fee of <Fee />, and only when it completes.
        </Trans>
      }
    >
      <Link to={paths.register} className={buttonClass('accent')}>
        <Trans>Create account</Trans>
      </Link>
    </Band>
  )
}

function Band({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-6 border-t border-line bg-accent-soft">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-5 py-8 md:py-12">
        <div className="max-w-[40em]">
          <h2 className="text-2xl md:text-3xl">{title}</h2>
          <p className="mt-2 md:text-lg">{text}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
