import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useSession } from '../accounts/session.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { OfferForm } from './OfferForm.tsx'

/** Posting an offer (spec sections 2 and 5, Create offer). */
export default function CreateOfferPage() {
  const { t } = useLingui()
  return (
    <div className="wrap py-8 md:py-12">
      <PageTitle title={t`Create Offer`} />
      <h1 className="title">
        <Trans>Create Offer</Trans>
      </h1>
      <p className="mt-1 mb-6 max-w-[40em] text-muted">
        <Trans>
          Name your price and your limits. Other traders open trades with you; you can pause the offer any time.
        </Trans>
      </p>
      <Content />
    </div>
  )
}

function Content() {
  const { t } = useLingui()
  const session = useSession()
  if (session.status === 'signed-in') return <OfferForm />
  if (session.status === 'signed-out') return <LoginRequired />
  if (session.status === 'loading') return <SkeletonRows rows={5} label={t`Loading…`} />
  return <ErrorNote onRetry={session.retry}>{t`We could not reach the server.`}</ErrorNote>
}

function LoginRequired() {
  return (
    <EmptyState
      title={<Trans>Login Required</Trans>}
      action={
        <Link to={paths.loginThen(paths.createOffer)} className={buttonClass('accent')}>
          <Trans>Login to Continue</Trans>
        </Link>
      }
    >
      <Trans>Offers are posted by signed-in traders.</Trans>
    </EmptyState>
  )
}
