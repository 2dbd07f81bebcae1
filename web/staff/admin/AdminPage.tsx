import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import type { WaitingCounts } from '../../../domain/api/staff/administration.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { AuditTab } from '../audit/AuditTab.tsx'
import { CasesTab } from './CasesTab.tsx'
import { CurrenciesTab } from '../currencies/CurrenciesTab.tsx'
import { InboxTab } from '../messages/InboxTab.tsx'
import { OffersTab } from '../offers/OffersTab.tsx'
import { OutagesTab } from './OutagesTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ReportsTab } from '../reports/ReportsTab.tsx'
import { StaffPage } from '../StaffPage.tsx'
import { UsersTab } from '../users/UsersTab.tsx'
import { WaitingCount } from '../WaitingCount.tsx'

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
        { value: 'inbox', label: <Counted label={t`Inbox`} of="messages" />, content: <InboxTab /> },
        { value: 'overview', label: t`Overview`, content: <OverviewTab /> },
        { value: 'reports', label: <Counted label={t`Reports`} of="reports" />, content: <ReportsTab /> },
        { value: 'users', label: t`Users`, content: <UsersTab /> },
        { value: 'offers', label: t`Offers`, content: <OffersTab /> },
        { value: 'cases', label: <Counted label={t`Cases`} of="unassignedCases" />, content: <CasesTab /> },
        { value: 'outages', label: t`Outages`, content: <OutagesTab /> },
        { value: 'currencies', label: t`Currencies`, content: <CurrenciesTab /> },
        { value: 'audit', label: t`Audit log`, content: <AuditTab /> },
      ]}
    />
  )
}

function Counted({ label, of }: { label: string; of: keyof WaitingCounts }) {
  return (
    <>
      {label} <WaitingCount of={of} />
    </>
  )
}
