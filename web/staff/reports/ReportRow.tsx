import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { StaffReport } from '../../../domain/api/staff/administration.ts'
import { REPORT_REASONS } from '../../../domain/profiles/reports.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { CloseReport } from './CloseReport.tsx'
import { useOutcomeTexts } from './outcome-texts.ts'
import { ActionRefusal, ReasonText } from '../ReasonDialog.tsx'
import { OpenCase } from './OpenCase.tsx'

/** One report: what was reported, as it was then, by whom, and how it was closed. */
export function ReportRow({ report }: { report: StaffReport }) {
  const dates = useDates()
  const { reporter, reported, closed } = report
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-5 md:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Subject report={report} />
        <Badge>
          <Translated text={REPORT_REASONS[report.reason].text} />
        </Badge>
        {typeof reported?.suspendedAt === 'string' && (
          <Badge tone="sell">
            <Trans>Suspended</Trans>
          </Badge>
        )}
        {report.isHidden && (
          <Badge tone="sell">
            <Trans>Hidden</Trans>
          </Badge>
        )}
        {report.isRemoved && (
          <Badge tone="sell">
            <Trans context="a rating">Removed</Trans>
          </Badge>
        )}
      </p>
      <p className="num text-sm text-muted">
        <bdi dir="ltr">{report.reference}</bdi> · {dates.moment(report.at)}
        {reporter && (
          <>
            {' · '}
            <Trans>
              reported by <UserLink user={reporter} />
            </Trans>
          </>
        )}
        {reported && reported.otherReports > 0 && (
          <>
            {' · '}
            <Plural value={reported.otherReports} one="# other report" other="# other reports" />
          </>
        )}
      </p>
      {report.text !== '' && <ReasonText>{report.text}</ReasonText>}
      {report.excerpt !== '' && (
        <div className="grid gap-1 text-sm">
          <p className="text-muted">
            {report.kind === 'user' ? <Trans>Bio when reported:</Trans> : <Trans>Reported text:</Trans>}
          </p>
          <blockquote
            dir="auto"
            className="w-fit max-w-[70ch] border-s-2 border-line ps-3 text-sm whitespace-pre-wrap text-muted [overflow-wrap:anywhere]"
          >
            {report.excerpt}
          </blockquote>
        </div>
      )}
      {report.openCase && report.openCase.reports > 1 && <OpenCase openCase={report.openCase} />}
      {closed && <Closed closed={closed} />}
      {!closed && (report.refusal === null ? <CloseReport report={report} /> : <ActionRefusal code={report.refusal} />)}
    </li>
  )
}

function Subject({ report: { kind, reported, rated, tradeReference, offerId } }: { report: StaffReport }) {
  const name = <UserName user={reported} />
  const other = <UserName user={rated} />
  const texts: Record<StaffReport['kind'], ReactNode> = {
    user: <Trans>User {name}</Trans>,
    offer: <Trans>Offer of {name}</Trans>,
    rating: (
      <Trans>
        Rating of {other} by {name}
      </Trans>
    ),
    message: (
      <Trans>
        Message of {name} in trade <bdi dir="ltr">{tradeReference}</bdi>
      </Trans>
    ),
  }
  return (
    <>
      <span>{texts[kind]}</span>
      {offerId !== null && reported && (
        <Link to={paths.adminOffersOf(reported.username)} className="text-sm font-normal underline underline-offset-4">
          <Trans>All offers</Trans>
        </Link>
      )}
    </>
  )
}

function UserName({ user }: { user: { id: string; username: string } | null }) {
  return user ? <UserLink user={user} /> : <Trans>a deleted user</Trans>
}

function UserLink({ user: { id, username } }: { user: { id: string; username: string } }) {
  return (
    <Link to={paths.staffUser(id)} className="underline underline-offset-4">
      <bdi>{username}</bdi>
    </Link>
  )
}

function Closed({ closed: { at, by, outcome, reason } }: { closed: NonNullable<StaffReport['closed']> }) {
  const moment = useDates().moment(at)
  const outcomes = useOutcomeTexts()
  return (
    <div className="grid gap-1 text-sm">
      <p className="num font-medium text-buy">
        {outcomes[outcome]} ·{' '}
        <Trans>
          closed by <bdi>{by}</bdi>, {moment}
        </Trans>
      </p>
      <ReasonText>{reason}</ReasonText>
    </div>
  )
}
