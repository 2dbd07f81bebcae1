import { Trans as ActionText } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '../../../domain/api/staff/staff.ts'
import type { StaffRole } from '../../../domain/staff/staff-roles.ts'
import { STAFF_ACTIONS } from '../../../domain/staff/staff.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ReasonText } from '../ReasonDialog.tsx'

/** One audit record: what was done, why, by whom and when. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui()
  const dates = useDates()
  const number = entry.id
  const roles: Record<StaffRole, string> = { admin: t`Admin`, arbiter: t`Arbiter` }
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-4 md:px-5">
      <p className="font-semibold">
        <What entry={entry} />
      </p>
      {entry.reason !== null && <ReasonText>{entry.reason}</ReasonText>}
      <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <bdi>{entry.actor}</bdi>
        <Badge>{roles[entry.role]}</Badge>
        {dates.moment(entry.at)}
        <span>
          <Trans>Record {number}</Trans>
        </span>
      </p>
    </li>
  )
}

function What({ entry: { action, about, userId } }: { entry: AuditEntry }) {
  const name =
    userId === null ? (
      <bdi className="whitespace-nowrap">{about}</bdi>
    ) : (
      <Link to={paths.staffUser(userId)} className="underline underline-offset-4">
        <bdi>{about}</bdi>
      </Link>
    )
  return <ActionText id={STAFF_ACTIONS[action].text} values={{ name }} />
}
