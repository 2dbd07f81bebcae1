import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { Tabs } from '../ui/Tabs.tsx'
import { AuditTab } from './AuditTab.tsx'
import { InboxTab } from './InboxTab.tsx'
import { OffersTab } from './OffersTab.tsx'
import { StaffPage } from './StaffPage.tsx'
import { UsersTab } from './UsersTab.tsx'

/** The admins' page: contact messages, users, offers, audit log. */
export default function AdminPage() {
  const { t } = useLingui()
  return (
    <StaffPage requires="admin" title={t`Administration`}>
      <AdminTabs />
    </StaffPage>
  )
}

const TABS = ['inbox', 'users', 'offers', 'audit'] as const
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
        { value: 'offers', label: t`Offers`, content: <OffersTab /> },
        { value: 'audit', label: t`Audit log`, content: <AuditTab /> },
      ]}
    />
  )
}
