import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { Reported, ReportInput } from '../../../domain/profiles/reports.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { getUserIdByName } from '../../accounts/users/queries.ts'

type Subject = { kind: Reported['kind']; id: string; seq: number | null }

/**
 * Stores a report about what the reporter sees; returns its id. Refuses with `not_found`, `report_about_yourself`,
 * `report_open` where an earlier report about the same is open, and `reports_limit`. No number of
 * reports hides an offer or suspends an account, so that many reporters achieve no more than one.
 */
export async function sendReport(tx: Tx, reporterId: string, { reported, reason, text }: ReportInput): Promise<string> {
  const subject = await findSubject(tx, reported)
  await assertReportable(tx, reporterId, subject)
  await assertWithinLimit(tx, reporterId)
  const { kind, id, seq } = subject
  const { rows } = await sql<{ id: string }>`
    insert into reports (reporter_id, subject_kind, subject_id, message_seq, reason, text)
    values (${reporterId}, ${kind}, ${id}, ${seq}, ${reason}, ${text})
    on conflict do nothing returning id`.execute(tx)
  if (!rows[0]) throw new DomainError('report_open')
  return rows[0].id
}

async function findSubject(tx: Tx, reported: Reported): Promise<Subject> {
  if (reported.kind === 'offer') return { kind: 'offer', id: reported.offerId, seq: null }
  if (reported.kind === 'rating') return { kind: 'rating', id: reported.ratingId, seq: null }
  if (reported.kind === 'message') return { kind: 'message', id: reported.tradeId, seq: reported.seq }
  return { kind: 'user', id: await getUserIdByName(tx, reported.username), seq: null }
}

async function assertReportable(tx: Tx, reporterId: string, { kind, id, seq }: Subject): Promise<void> {
  const { rows } = await sql<{ reportedId: string }>`
    select reported_id from report_subject(${kind}, ${id}, ${seq}, ${reporterId})`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  if (rows[0].reportedId === reporterId) throw new DomainError('report_about_yourself')
}

/** The constraint reports_within_limit refuses the same. A statement after the lock sees what earlier calls have committed. */
async function assertWithinLimit(tx: Tx, reporterId: string): Promise<void> {
  await sql`select from count_alone('reports', ${reporterId})`.execute(tx)
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from reports
    where reporter_id = ${reporterId} and at > clock_timestamp() - interval '1 day'`.execute(tx)
  const limit = LIMITS.reports_per_day
  if ((rows[0]?.sent ?? 0) >= limit) throw new DomainError('reports_limit', { values: { limit } })
}
