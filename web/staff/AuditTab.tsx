import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../domain/api.ts'
import type { StaffAction, StaffRole } from '../../domain/staff.ts'
import { useDates } from '../dates.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PagedList } from './PagedList.tsx'
import { useAuditLog } from './queries.ts'

/** Actions of admins and arbiters, with time and reason. */
export function AuditTab() {
  const { t } = useLingui()
  const query = useAuditLog()
  return (
    <PagedList
      query={query}
      rows={query.data?.pages.flatMap(({ entries }) => entries)}
      label={t`Audit log`}
      loading={t`Loading the audit log…`}
      empty={
        <EmptyState title={<Trans>No actions yet</Trans>}>
          <Trans>Every action by admins and arbiters is recorded here permanently.</Trans>
        </EmptyState>
      }
    >
      {(entry) => <Line key={entry.id} entry={entry} />}
    </PagedList>
  )
}

function Line({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui()
  const dates = useDates()
  const roles: Record<StaffRole, string> = { admin: t`Admin`, arbiter: t`Arbiter` }
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-4 md:px-5">
      <p className="font-semibold">
        <What entry={entry} />
      </p>
      {entry.reason !== null && (
        <p dir="auto" className="max-w-[70ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {entry.reason}
        </p>
      )}
      <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <bdi>{entry.actor}</bdi>
        <Badge>{roles[entry.role]}</Badge>
        {dates.moment(entry.at)}
      </p>
    </li>
  )
}

function What({ entry: { action, about } }: { entry: AuditEntry }) {
  const name = <bdi>{about}</bdi>
  const texts: Record<StaffAction, ReactNode> = {
    mark_answered: <Trans>Marked message {name} as answered</Trans>,
    end_sessions: <Trans>Ended all sessions of {name}</Trans>,
    take_dispute: <Trans>Took the dispute of trade {name}</Trans>,
    decide_dispute: <Trans>Decided the dispute of trade {name}</Trans>,
    write_in_dispute: <Trans>Wrote in the chat of trade {name}</Trans>,
  }
  return texts[action]
}
