import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { Tabs } from '../ui/Tabs.tsx'
import { AuditTab } from './audit/AuditTab.tsx'
import { CasesTab } from './CasesTab.tsx'
import { CurrenciesTab } from './currencies/CurrenciesTab.tsx'
import { InboxTab } from './messages/InboxTab.tsx'
import { OffersTab } from './offers/OffersTab.tsx'
import { OutagesTab } from './OutagesTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ReportsTab } from './reports/ReportsTab.tsx'
import { StaffPage } from './StaffPage.tsx'
import { UsersTab } from './users/UsersTab.tsx'

/** The admins' page: contact messages, stats, reports, users, offers, waiting cases, outages, currencies, audit log. */
export default function AdminPage() {
  const { t } = useLingui()
  return (
    <StaffPage requires="admin" title={t`Administration`}>
      <AdminTabs />
    </StaffPage>
  )
}

const TABS = ['inbox', 'overview', 'reports', 'users', 'offers', 'cases', 'outages', 'currencies', 'audit'] as const
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
        { value: 'overview', label: t`Overview`, content: <OverviewTab /> },
        { value: 'reports', label: t`Reports`, content: <ReportsTab /> },
        { value: 'users', label: t`Users`, content: <UsersTab /> },
        { value: 'offers', label: t`Offers`, content: <OffersTab /> },
        { value: 'cases', label: t`Cases`, content: <CasesTab /> },
        { value: 'outages', label: t`Outages`, content: <OutagesTab /> },
        { value: 'currencies', label: t`Currencies`, content: <CurrenciesTab /> },
        { value: 'audit', label: t`Audit log`, content: <AuditTab /> },
      ]}
    />
  )
}
