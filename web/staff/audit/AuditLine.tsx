import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../../domain/api/staff/staff.ts'
import type { StaffAction, StaffRole } from '../../../domain/staff/staff.ts'
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
  const texts: Record<StaffAction, ReactNode> = {
    mark_answered: <Trans>Marked message {name} as answered</Trans>,
    answer_message: <Trans>Answered message {name}</Trans>,
    end_sessions: <Trans>Ended all sessions of {name}</Trans>,
    suspend_user: <Trans>Suspended {name}</Trans>,
    restore_user: <Trans>Ended the suspension of {name}</Trans>,
    hide_offer: <Trans>Hid an offer of {name}</Trans>,
    unhide_offer: <Trans>Showed an offer of {name} again</Trans>,
    close_report: <Trans>Closed report {name}</Trans>,
    remove_rating: <Trans>Removed a rating by {name}</Trans>,
    readmit_arbiter: <Trans>Readmitted an arbiter to the dispute of trade {name}</Trans>,
    start_outage: <Trans>Started outage {name}</Trans>,
    end_outage: <Trans>Ended outage {name}</Trans>,
    switch_currency_off: <Trans>Switched {name} off</Trans>,
    switch_currency_on: <Trans>Switched {name} on again</Trans>,
    edit_currency_notice: <Trans>Changed the legal notice of {name}</Trans>,
    take_dispute: <Trans>Took the dispute of trade {name}</Trans>,
    decide_dispute: <Trans>Decided the dispute of trade {name}</Trans>,
    write_in_dispute: <Trans>Wrote in the chat of trade {name}</Trans>,
  }
  return texts[action]
}
