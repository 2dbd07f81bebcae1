import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { restoreUser, suspendUser } from '../../../domain/api/staff/staff.ts'
import type { StaffUser } from '../../../domain/api/staff/staff.ts'
import { isMissing } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { BackButton } from '../../layout/BackButton.tsx'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { useCommand } from '../../use-command.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { AuditLine } from '../audit/AuditLine.tsx'
import { PagedList } from '../../PagedList.tsx'
import { ReportRow } from '../reports/ReportRow.tsx'
import { ActionRefusal, ReasonDialog, ReasonText } from '../ReasonDialog.tsx'
import { StaffPage } from '../StaffPage.tsx'
import { EndButton, UserBadges } from '../users/UserRow.tsx'
import { useActionsAbout, useKnownStaffUser, useReportsAbout, useStaffUser } from '../queries.ts'
import { Loaded } from '../../Loaded.tsx'

/** One user as admins see them: details, record, suspensions, and what staff did about them. */
export default function StaffUserPage() {
  const { t } = useLingui()
  const { userId = '' } = useParams()
  const about = useKnownStaffUser(userId)?.username
  return (
    <StaffPage
      requires="admin"
      title={t`User`}
      about={about}
      above={<BackButton otherwise={paths.adminTab('users')} />}
    >
      <Guarded key={userId} userId={userId} />
    </StaffPage>
  )
}

function Guarded({ userId }: { userId: string }) {
  const query = useStaffUser(userId)
  if (isMissing(query.error)) return <EmptyState title={<Trans>There is no such user.</Trans>} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <Loaded query={query} rows={6}>
        {(user) => <Details user={user} />}
      </Loaded>
    </div>
  )
}

function Details({ user }: { user: StaffUser }) {
  return (
    <>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2 md:items-start">
        <UserDetails user={user} />
        <Standing user={user} />
      </div>
      <Reports user={user} />
      <Actions user={user} />
    </>
  )
}

function UserDetails({ user }: { user: StaffUser }) {
  const { t } = useLingui()
  const formats = useFormats()
  const dates = useDates()
  const { openSessions } = user
  return (
    <section aria-label={t`Record`} className="panel px-5 py-4">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        <Link to={paths.trader(user.username)} className="-my-2 py-2 underline underline-offset-4">
          <bdi>{user.username}</bdi>
        </Link>
        <UserBadges user={user} />
        {user.roles.includes('admin') && (
          <Badge tone="done">
            <Trans>Admin</Trans>
          </Badge>
        )}
        {user.roles.includes('arbiter') && (
          <Badge tone="done">
            <Trans>Arbiter</Trans>
          </Badge>
        )}
      </h2>
      <DescriptionList className="mt-2">
        <DescriptionRow label={<Trans>Open trades</Trans>}>{formats.count(user.openTrades)}</DescriptionRow>
        <DescriptionRow label={<Trans>Completed trades</Trans>}>{formats.count(user.completedTrades)}</DescriptionRow>
        <DescriptionRow label={<Trans>Failed trades</Trans>}>{formats.count(user.failedTrades)}</DescriptionRow>
        <DescriptionRow label={<Trans>Partners</Trans>}>{formats.count(user.partners)}</DescriptionRow>
        <DescriptionRow
          label={<Trans>Active offers</Trans>}
          aside={
            <Link to={paths.adminOffersOf(user.username)} className="-my-2.5 py-2.5 underline underline-offset-4">
              <Trans>All offers</Trans>
            </Link>
          }
        >
          {formats.count(user.activeOffers)}
        </DescriptionRow>
        <DescriptionRow label={<Trans>Trader since</Trans>}>{dates.date(user.memberSince)}</DescriptionRow>
        <DescriptionRow label={<Trans>Sessions</Trans>}>
          {t`${plural(openSessions, { 0: 'no active sessions', one: '# active session', other: '# active sessions' })}`}
        </DescriptionRow>
      </DescriptionList>
      {user.refusal !== 'own_account' && openSessions > 0 && (
        <div className="mt-3">
          <EndButton user={user} />
        </div>
      )}
    </section>
  )
}

function Standing({ user }: { user: StaffUser }) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Suspensions`} className="panel grid grid-cols-1 gap-3 px-5 py-4">
      <h2 className="text-lg">
        <Trans>Suspensions</Trans>
      </h2>
      {user.refusal === null ? (
        <div>{user.suspendedAt === null ? <Suspend user={user} /> : <Restore user={user} />}</div>
      ) : (
        <ActionRefusal code={user.refusal} />
      )}
      {user.suspensions.length === 0 ? (
        <p className="text-muted">
          <Trans>This user has never been suspended.</Trans>
        </p>
      ) : (
        <ul className="grid gap-4">
          {user.suspensions.map((suspension) => (
            <Suspension key={suspension.at} suspension={suspension} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Suspension({ suspension: { at, by, reason, restored } }: { suspension: StaffUser['suspensions'][number] }) {
  const dates = useDates()
  const moment = dates.moment(at)
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <p className="num text-sm font-medium text-sell">
        <Trans>
          Suspended by <bdi>{by}</bdi>, {moment}
        </Trans>
      </p>
      <ReasonText>{reason}</ReasonText>
      {restored && (
        <>
          <p className="num text-sm font-medium text-buy">
            <Ended by={restored.by} moment={dates.moment(restored.at)} />
          </p>
          <ReasonText>{restored.reason}</ReasonText>
        </>
      )}
    </li>
  )
}

function Ended({ by, moment }: { by: string; moment: string }) {
  return (
    <Trans>
      Ended by <bdi>{by}</bdi>, {moment}
    </Trans>
  )
}

function Suspend({ user: { id, username } }: { user: StaffUser }) {
  const { t } = useLingui()
  const command = useCommand(suspendUser)
  return (
    <ReasonDialog
      action={t`Suspend`}
      name={t`Suspend ${username}`}
      variant="danger"
      title={
        <Trans>
          Suspend <bdi>{username}</bdi>?
        </Trans>
      }
      description={
        <Trans>
          Their offers leave the market, and they can’t open trades. They can still finish open trades. They’re notified
          by email, with your reason.
        </Trans>
      }
      doneText={t`Suspended`}
      act={(reason) => command.mutateAsync({ params: { userId: id }, body: { reason } })}
    />
  )
}

function Restore({ user: { id, username } }: { user: StaffUser }) {
  const { t } = useLingui()
  const command = useCommand(restoreUser)
  return (
    <ReasonDialog
      action={t`End the suspension`}
      name={t`End the suspension of ${username}`}
      variant="accent"
      title={
        <Trans>
          End the suspension of <bdi>{username}</bdi>?
        </Trans>
      }
      description={
        <Trans>Their active offers return to the market. They’re notified by email, with your reason.</Trans>
      }
      doneText={t`Suspension ended`}
      act={(reason) => command.mutateAsync({ params: { userId: id }, body: { reason } })}
    />
  )
}

function Reports({ user }: { user: StaffUser }) {
  const { t } = useLingui()
  const query = useReportsAbout(user.id)
  return (
    <section aria-label={t`Reports`} className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">
        <Trans>Reports</Trans>
      </h2>
      <PagedList
        query={query}
        label={t`Reports`}
        loading={t`Loading reports…`}
        empty={
          <p className="text-muted">
            <Trans>No reports about this user</Trans>
          </p>
        }
      >
        {(report) => <ReportRow key={report.id} report={report} />}
      </PagedList>
    </section>
  )
}

function Actions({ user }: { user: StaffUser }) {
  const { t } = useLingui()
  const query = useActionsAbout(user.id)
  return (
    <section aria-label={t`Actions by staff`} className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">
        <Trans>Actions by staff</Trans>
      </h2>
      <PagedList
        query={query}
        label={t`Actions by staff`}
        loading={t`Loading the audit log…`}
        empty={
          <p className="text-muted">
            <Trans>No actions yet</Trans>
          </p>
        }
      >
        {(entry) => <AuditLine key={entry.id} entry={entry} />}
      </PagedList>
    </section>
  )
}
