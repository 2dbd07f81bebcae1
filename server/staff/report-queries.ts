/** What admins read of reports. */
import { parsePosition, writePosition } from '../../domain/cursors.ts'
import type { StaffReport } from '../../domain/api/staff/administration.ts'
import { reportReference } from '../../domain/profiles/reports.ts'
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
}

type Page = { reports: StaffReport[]; nextCursor: string | null }

/** Open reports, the longest waiting first, or closed ones, the latest first. */
export async function listReports(
  db: Db,
  actorId: string,
  show: 'open' | 'closed',
  cursor: string | undefined,
): Promise<Page> {
  const isOpen = show === 'open'
  const { rows } = await sql<Row>`
    select ${columnsFor(actorId)} ${FROM}
    where ${isOpen ? sql`r.closing_id is null` : sql`r.closing_id is not null`} and ${behind(isOpen, cursor)}
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
  case when r.closing_id is null then ${refusalToClose(actorId)} end as refusal`

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
  }
}
