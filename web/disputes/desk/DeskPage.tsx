import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { PagedList } from '../../PagedList.tsx'
import { StaffPage } from '../../staff/StaffPage.tsx'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CaseRow } from './CaseRow.tsx'
import { LinkedGroupsNote } from './LinkedCases.tsx'
import { useCases, type Shown } from './queries.ts'

/** The arbiters' queue: open cases by deadline, those the arbiter has, and the closed ones of the arbiter. */
export default function DeskPage() {
  const { t } = useLingui()
  return (
    <StaffPage requires="arbiter" title={t`Arbiter’s desk`}>
      <Queue />
    </StaffPage>
  )
}

const TABS: readonly Shown[] = ['open', 'mine', 'closed']

function Queue() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const open = (tab: Shown) => setSearch(tab === 'open' ? {} : { tab }, { preventScrollReset: true })
  return (
    <Tabs
      label={t`Cases`}
      value={TABS.find((tab) => tab === search.get('tab')) ?? 'open'}
      onValueChange={open}
      tabs={[
        { value: 'open', label: t`Open cases`, content: <Cases show="open" /> },
        { value: 'mine', label: t`My cases`, content: <Cases show="mine" /> },
        { value: 'closed', label: t`Closed cases`, content: <Cases show="closed" /> },
      ]}
    />
  )
}

function Cases({ show }: { show: Shown }) {
  const { t } = useLingui()
  const query = useCases(show)
  // They are by deadline.
  const next = query.data?.find(({ isMine, status }) => isMine && status === 'deciding')
  return (
    <div className="grid grid-cols-1 gap-4">
      {query.groups.length > 0 && <LinkedGroupsNote groups={query.groups} />}
      <PagedList
        query={query}
        label={t`Cases`}
        loading={t`Loading cases…`}
        empty={<EmptyState title={<Empty show={show} />} />}
      >
        {(row) => <CaseRow key={row.tradeId} row={row} isNext={row === next} clockOffsetMs={query.clockOffsetMs} />}
      </PagedList>
    </div>
  )
}

function Empty({ show }: { show: Shown }) {
  if (show === 'open') return <Trans>No open cases</Trans>
  if (show === 'mine') return <Trans>You have no open case</Trans>
  return <Trans>No closed cases</Trans>
}
