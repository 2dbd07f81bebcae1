import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { useSession } from '../accounts/session.ts'
import { errorText } from '../client.ts'
import { useFactors } from '../factors/queries.ts'
import NotFoundPage from '../info/NotFoundPage.tsx'
import { Link } from '../layout/Link.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { AuditTab } from './AuditTab.tsx'
import { InboxTab } from './InboxTab.tsx'
import { UsersTab } from './UsersTab.tsx'

/** The admins' page: contact messages, users, audit log. Other users get the 404 page. */
export default function AdminPage() {
  const { t } = useLingui()
  const session = useSession()
  if (session.status === 'signed-out' || session.user?.roles.includes('admin') === false) return <NotFoundPage />
  return (
    <div className="wrap py-8 md:py-12">
      <PageTitle title={t`Administration`} />
      <h1 className="title mb-4">
        <Trans>Administration</Trans>
      </h1>
      {session.status === 'loading' && <SkeletonRows rows={4} label={t`Loading…`} />}
      {session.status === 'failed' && <ErrorNote onRetry={session.retry}>{t`We couldn’t reach the server.`}</ErrorNote>}
      {session.status === 'signed-in' && <Content />}
    </div>
  )
}

/** Without a second factor every call would be refused, so the page explains how to add one. */
function Content() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useFactors()
  if (data) return data.totpSince === null && data.passkeys.length === 0 ? <FactorFirst /> : <AdminTabs />
  if (!error) return <SkeletonRows rows={4} label={t`Loading…`} />
  return (
    <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
      {errorText(error)}
    </ErrorNote>
  )
}

function FactorFirst() {
  return (
    <EmptyState
      title={<Trans>Turn on two-factor authentication first</Trans>}
      action={
        <Link to={paths.dashboardTab('security')} className={buttonClass('accent')}>
          <Trans>Open the Security tab</Trans>
        </Link>
      }
    >
      <Trans>Administration needs an authenticator app or a passkey.</Trans>
    </EmptyState>
  )
}

const TABS = ['inbox', 'users', 'audit'] as const
type AdminTab = (typeof TABS)[number]

function AdminTabs() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const open = (tab: AdminTab) => setSearch(tab === 'inbox' ? {} : { tab }, { preventScrollReset: true })
  return (
    <Tabs
      label={t`Administration`}
      value={TABS.find((tab) => tab === search.get('tab')) ?? 'inbox'}
      onValueChange={open}
      tabs={[
        { value: 'inbox', label: t`Inbox`, content: <InboxTab /> },
        { value: 'users', label: t`Users`, content: <UsersTab /> },
        { value: 'audit', label: t`Audit log`, content: <AuditTab /> },
      ]}
    />
  )
}
