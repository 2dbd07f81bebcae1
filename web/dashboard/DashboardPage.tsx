import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useSearchParams } from 'react-router'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { useSession } from '../session/session.ts'
import { useHasEnded } from '../session/SignedIn.tsx'
import { SuspensionNotice } from '../accounts/SuspensionNotice.tsx'
import { EmailRefusedNote } from '../accounts/EmailRefusedNote.tsx'
import { VerifyNote } from '../accounts/VerifyNote.tsx'
import { Link } from '../layout/Link.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { StreamNote } from '../notifications/live/StreamNote.tsx'
import { AlertsTab } from '../notifications/AlertsTab.tsx'
import { UnreadBadge } from '../notifications/UnreadBadge.tsx'
import { paths } from '../paths.ts'
import { ProfileTab } from '../profiles/ProfileTab.tsx'
import { TradersTab } from '../profiles/relations/TradersTab.tsx'
import { OwnAccount } from '../accounts/teams/OwnAccount.tsx'
import { TeamTab } from '../accounts/teams/TeamTab.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { OffersTab } from './OffersTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ReputationTab } from './ReputationTab.tsx'
import { SecurityTab } from './SecurityTab.tsx'
import { tabIn, type DashboardTab } from './tabs.ts'
import { TradesTab } from './TradesTab.tsx'

/** The signed-in trader's figures, trades, offers and settings (spec-coverage 2 Dashboard). */
export default function DashboardPage() {
  const { t } = useLingui()
  const tab = tabIn(useSearchParams()[0])
  const labels = useTabLabels()
  return (
    <div className="wrap py-8 md:py-12">
      <PageTitle title={tab === 'overview' ? t`Dashboard` : `${labels[tab]} · ${t`Dashboard`}`} />
      <Content />
    </div>
  )
}

function useTabLabels(): Record<DashboardTab, string> {
  const { t } = useLingui()
  return {
    overview: t`Overview`,
    trades: t`Trades`,
    offers: t`Offers`,
    reputation: t`Reputation`,
    traders: t`Traders`,
    profile: t`Profile`,
    security: t`Security`,
    team: t`Team`,
    alerts: t`Alerts`,
  }
}

function Content() {
  const { t } = useLingui()
  const session = useSession()
  const hasEnded = useHasEnded(session)
  if (session.status === 'signed-in') return <Dashboard user={session.user} />
  if (session.status === 'signed-out') return <PleaseLogin hasEnded={hasEnded} />
  if (session.status === 'loading') return <SkeletonRows rows={5} label={t`Loading dashboard…`} />
  return <ErrorNote onRetry={session.retry}>{t`We couldn’t reach the server.`}</ErrorNote>
}

function PleaseLogin({ hasEnded }: { hasEnded: boolean }) {
  // Links in emails lead to one of the tabs.
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
        <Trans>The dashboard shows your trades and offers.</Trans>
      )}
    </EmptyState>
  )
}

function Dashboard({ user }: { user: User }) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-4">
        <h1 className="title min-w-0">
          <Trans>
            Welcome, <bdi>{user.username}</bdi>
          </Trans>
        </h1>
        <StreamNote />
      </div>
      <VerifyNote className="mb-6 [overflow-wrap:anywhere]" />
      <EmailRefusedNote className="mb-6" />
      <SuspensionNotice className="mb-6" />
      <OwnAccount>
        <DashboardTabs user={user} />
      </OwnAccount>
    </>
  )
}

function DashboardTabs({ user }: { user: User }) {
  const { t } = useLingui()
  const labels = useTabLabels()
  const [search, setSearch] = useSearchParams()
  const open = (tab: DashboardTab) => setSearch(tab === 'overview' ? {} : { tab }, { preventScrollReset: true })
  return (
    <Tabs
      label={t`Dashboard`}
      value={tabIn(search)}
      onValueChange={open}
      tabs={[
        { value: 'overview', label: labels.overview, content: <OverviewTab /> },
        { value: 'trades', label: labels.trades, content: <TradesTab /> },
        { value: 'offers', label: labels.offers, content: <OffersTab /> },
        { value: 'reputation', label: labels.reputation, content: <ReputationTab /> },
        { value: 'traders', label: labels.traders, content: <TradersTab /> },
        { value: 'profile', label: labels.profile, content: <ProfileTab /> },
        { value: 'security', label: labels.security, content: <SecurityTab user={user} /> },
        { value: 'team', label: labels.team, content: <TeamTab /> },
        {
          value: 'alerts',
          label: (
            <>
              {labels.alerts} <UnreadBadge />
            </>
          ),
          content: <AlertsTab />,
        },
      ]}
    />
  )
}
