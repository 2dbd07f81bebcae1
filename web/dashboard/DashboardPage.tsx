import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { SuspensionNotice } from '../accounts/SuspensionNotice.tsx'
import { OwnAccount } from '../accounts/teams/OwnAccount.tsx'
import { Link } from '../layout/Link.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { presentAddress } from '../layout/places/former-addresses.ts'
import { PlacePage } from '../layout/places/PlacePage.tsx'
import { AlertsTab } from '../notifications/AlertsTab.tsx'
import { StreamNote } from '../notifications/live/StreamNote.tsx'
import { UnreadBadge } from '../notifications/UnreadBadge.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { useHasEnded } from '../session/SignedIn.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { EmailNotices } from './EmailNotices.tsx'
import { Overview } from './Overview.tsx'

/** The start of a signed-in user: what needs them, their figures, and their alerts (spec-coverage 2 Dashboard). */
export default function DashboardPage() {
  const session = useSession()
  const hasEnded = useHasEnded(session)
  const present = presentAddress(useLocation())
  if (present !== null) return <Navigate to={present} replace />
  if (session.status === 'signed-in') return <Start user={session.user} />
  return (
    <WithoutPlaces>
      {session.status === 'signed-out' && <PleaseLogin hasEnded={hasEnded} />}
      {session.status === 'loading' && <Loading />}
      {session.status === 'failed' && <Failed onRetry={session.retry} />}
    </WithoutPlaces>
  )
}

function Start({ user }: { user: User }) {
  const isAlerts = useSearchParams()[0].get('tab') === 'alerts'
  return (
    <PlacePage
      place="overview"
      section={isAlerts ? 'alerts' : 'overview'}
      heading={
        <Trans>
          Welcome, <bdi>{user.username}</bdi>
        </Trans>
      }
      aside={<StreamNote />}
      notices={
        <>
          <EmailNotices />
          <SuspensionNotice className="mb-6" />
        </>
      }
      badges={{ alerts: <UnreadBadge /> }}
    >
      <OwnAccount>{isAlerts ? <AlertsTab /> : <Overview />}</OwnAccount>
    </PlacePage>
  )
}

function WithoutPlaces({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="wrap py-8 md:py-12">
      <PageTitle title={t`Dashboard`} />
      {children}
    </div>
  )
}

function Loading() {
  const { t } = useLingui()
  return <SkeletonRows rows={5} label={t`Loading dashboard…`} />
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return <ErrorNote onRetry={onRetry}>{t`We couldn’t reach the server.`}</ErrorNote>
}

function PleaseLogin({ hasEnded }: { hasEnded: boolean }) {
  // Push notifications lead to the alerts.
  const { search } = useLocation()
  return (
    <EmptyState
      title={
        <h1>
          <Trans>Please sign in</Trans>
        </h1>
      }
      action={
        <Link to={paths.loginThen(paths.dashboard + search)} className={buttonClass('accent')}>
          <Trans>Sign in</Trans>
        </Link>
      }
    >
      {hasEnded ? (
        <Trans>Your session has ended. Sign in to continue.</Trans>
      ) : (
        <Trans>The dashboard shows what needs your action, your figures and your alerts.</Trans>
      )}
    </EmptyState>
  )
}
