import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { AuditLine } from './AuditLine.tsx'
import { PagedList } from '../../PagedList.tsx'
import { useAuditLog } from '../queries.ts'

/** Actions of admins and arbiters, with time and reason. */
export function AuditTab() {
  const { t } = useLingui()
  const query = useAuditLog()
  return (
    <PagedList
      query={query}
      label={t`Audit log`}
      loading={t`Loading the audit log…`}
      empty={
        <EmptyState title={<Trans>No actions yet</Trans>}>
          <Trans>Every action by admins and arbiters is recorded here permanently.</Trans>
        </EmptyState>
      }
    >
      {(entry) => <AuditLine key={entry.id} entry={entry} />}
    </PagedList>
  )
}
