/** What admins read of reports. */
import { parsePosition, writePosition } from '../../domain/cursors.ts'
import type { StaffReport } from '../../domain/api/staff/administration.ts'
import { reportReference, REPORTS_TOGETHER } from '../../domain/profiles/reports.ts'
import type { ReportOutcome, ReportReason, ReportSubject } from '../../domain/profiles/reports.ts'
import { STAFF_PAGE_SIZE } from '../../domain/staff/staff.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import { pageOf, timeAt } from '../db/page-of.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { refusalToClose } from './refusal-to-close.ts'

type Row = {
  id: string
  kind: ReportSubject
  subjectId: string
  messageSeq: number | null
  reason: ReportReason
  text: string
  excerpt: string
  at: Date
  micros: bigint
  closingId: bigint | null
  reporterId: string | null
  reporter: string | null
  reportedId: string | null
  reported: string | null
  suspendedAt: Date | null
  otherReports: number
  isHidden: boolean | null
  isRemoved: boolean
  ratedId: string | null
  rated: string | null
  outcome: ReportOutcome | null
  closedAt: Date | null
  closedBy: string | null
  closedFor: string | null
  refusal: StaffReport['refusal']
  openCase: (Omit<OpenCase, 'others'> & { others: Omit<OpenCase['others'][number], 'reference'>[] | null }) | null
}
type OpenCase = NonNullable<StaffReport['openCase']>

type Page = { reports: StaffReport[]; nextCursor: string | null }

/** Open reports, of each reported user the one that waits longest, or closed ones, the latest first. */
export async function listReports(
  db: Db,
  actorId: string,
  show: 'open' | 'closed',
  cursor: string | undefined,
): Promise<Page> {
  const isOpen = show === 'open'
  const { rows } = await sql<Row>`
    select ${columnsFor(actorId)} ${FROM}
    where ${isOpen ? IS_FIRST_OPEN : sql`r.closing_id is not null`} and ${behind(isOpen, cursor)}
    order by ${isOpen ? sql`r.at, r.id` : sql`r.closing_id desc`} limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, STAFF_PAGE_SIZE, (last) =>
    isOpen ? placeOf(last) : String(last.closingId),
  )
  return { reports: page.map(toReport), nextCursor }
}

/** Reports about one user, the latest first. */
export async function listReportsAbout(
  db: Db,
  actorId: string,
  userId: string,
  cursor: string | undefined,
): Promise<Page> {
  const after = cursor === undefined ? null : parsePosition(cursor, 1)
  const { rows } = await sql<Row>`
    select ${columnsFor(actorId)} ${FROM}
    where r.reported_id = ${userId}
      and ${cursor === undefined ? sql`true` : sql`(r.at, r.id) < (${timeAt(after?.numbers[0])}, ${after?.id}::uuid)`}
    order by r.at desc, r.id desc limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, STAFF_PAGE_SIZE, placeOf)
  return { reports: page.map(toReport), nextCursor }
}

const columnsFor = (actorId: string) => sql`
  r.id, r.subject_kind as kind, r.subject_id, r.message_seq, r.reason, r.text, r.excerpt, r.at,
  (extract(epoch from r.at) * 1000000)::bigint as micros, r.closing_id,
  r.reporter_id, sender.username as reporter, r.reported_id, about.username as reported, about.suspended_at,
  (select count(*)::int from (
    select from reports other where other.reported_id = r.reported_id and other.id <> r.id limit 100) others) as other_reports,
  o.hidden_at is not null as is_hidden, rating.removed_at is not null as is_removed,
  rated.id as rated_id, rated.username as rated, r.outcome,
  a.at as closed_at, actor.username as closed_by, a.reason as closed_for,
  case when r.closing_id is null then ${refusalToClose(actorId)} end as refusal,
  case when r.closing_id is null and r.reported_id is not null then ${caseOf(actorId)} end as open_case`

const IS_FIRST_OPEN = sql`r.closing_id is null and not exists (select from reports earlier
  where earlier.reported_id = r.reported_id and earlier.closing_id is null and (earlier.at, earlier.id) < (r.at, r.id))`

/** The open reports about the user of the report `r`, as JSON: many accounts of one person must not look like many reporters. */
const caseOf = (actorId: string) => sql`(
  with waiting as (
    select w.*, w.id <> r.id as is_other, u.username, u.completed_trades
    from reports w left join users u on u.id = w.reporter_id
    where w.reported_id = r.reported_id and w.closing_id is null order by w.at, w.id limit 100)
  select json_build_object(
    'reports', count(*), 'reporters', count(distinct reporter_id),
    'newReporters', count(distinct reporter_id) filter (where completed_trades = 0),
    'sharedNetwork', count(distinct reporter_id) filter (where exists (
      select from user_networks one join user_networks other on other.hash = one.hash and other.user_id <> one.user_id
      where one.user_id = w.reporter_id and other.user_id in (select reporter_id from waiting))),
    'others', (${othersOf(actorId)}))
  from waiting w)`

const othersOf = (actorId: string) => sql`
  select json_agg(json_build_object(
    'id', r.id, 'kind', r.subject_kind, 'reason', r.reason, 'text', r.text, 'excerpt', r.excerpt,
    'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'reporter', case when r.reporter_id is not null then json_build_object('id', r.reporter_id, 'username', r.username) end))
  from (
    select r.*, ${refusalToClose(actorId)} as refusal from waiting r
      left join ratings rating on r.subject_kind = 'rating' and rating.id = r.subject_id
    where r.is_other order by r.at, r.id limit ${sql.lit(REPORTS_TOGETHER)}) r
  where r.refusal is null`

const FROM = sql`
  from reports r left join users sender on sender.id = r.reporter_id left join users about on about.id = r.reported_id
    left join offers o on r.subject_kind = 'offer' and o.id = r.subject_id
    left join ratings rating on r.subject_kind = 'rating' and rating.id = r.subject_id
    left join users rated on rated.id = rating.rated_id
    left join audit_log a on a.id = r.closing_id left join users actor on actor.id = a.actor_id`

/** A cursor is the time in microseconds and the id of the last open report, or the number of the last closing record. */
function behind(isOpen: boolean, cursor: string | undefined) {
  if (cursor === undefined) return sql`true`
  const position = parsePosition(cursor, 1)
  if (isOpen !== (position !== null)) return sql`false`
  if (position === null) return sql`r.closing_id < ${cursor}::bigint`
  return sql`(r.at, r.id) > (${timeAt(position.numbers[0])}, ${position.id}::uuid)`
}

function placeOf({ micros, id }: Row): string {
  return writePosition([micros], id)
}

function toReport(row: Row): StaffReport {
  const { id, kind, subjectId, reason, text, excerpt } = row
  return {
    id,
    reference: reportReference(id),
    kind,
    reason,
    text,
    excerpt,
    at: row.at.toISOString(),
    offerId: kind === 'offer' ? subjectId : null,
    isHidden: kind === 'offer' && row.isHidden === true,
    isRemoved: row.isRemoved,
    rated: row.ratedId === null ? null : { id: row.ratedId, username: row.rated ?? '' },
    tradeReference: kind === 'message' ? paymentReference(subjectId) : null,
    reporter: row.reporterId === null ? null : { id: row.reporterId, username: row.reporter ?? '' },
    reported:
      row.reportedId === null
        ? null
        : {
            id: row.reportedId,
            username: row.reported ?? '',
            suspendedAt: row.suspendedAt?.toISOString() ?? null,
            otherReports: row.otherReports,
          },
    closed:
      row.closedAt && row.outcome
        ? { at: row.closedAt.toISOString(), by: row.closedBy ?? '', outcome: row.outcome, reason: row.closedFor ?? '' }
        : null,
    refusal: row.refusal,
    openCase: row.openCase && {
      ...row.openCase,
      others: (row.openCase.others ?? []).map((each) => ({ ...each, reference: reportReference(each.id) })),
    },
  }
}
