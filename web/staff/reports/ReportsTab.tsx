import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { PagedList } from '../../PagedList.tsx'
import { ReportRow } from './ReportRow.tsx'
import { useReports } from '../queries.ts'
import { useAddressChoice } from '../use-address-filter.ts'

/** What users reported: open reports, the longest waiting first, and closed ones. */
export function ReportsTab() {
  const { t } = useLingui()
  const [show, setShow] = useAddressChoice('show', ['open', 'closed'])
  const query = useReports(show)
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label={t`Reports`}
        labelHidden
        options={[
          { value: 'open', label: t({ message: 'Open', context: 'reports' }) },
          { value: 'closed', label: t({ message: 'Closed', context: 'reports' }) },
        ]}
        value={show}
        onValueChange={setShow}
        className="w-full sm:max-w-[22rem]"
      />
      <PagedList
        query={query}
        label={t`Reports`}
        loading={t`Loading reports…`}
        empty={
          <EmptyState title={show === 'open' ? <Trans>No open reports</Trans> : <Trans>No closed reports</Trans>} />
        }
      >
        {(report) => <ReportRow key={report.id} report={report} />}
      </PagedList>
    </div>
  )
}
