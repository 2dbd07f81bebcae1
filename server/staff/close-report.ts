import type { StaffReport } from '../../domain/api/staff/administration.ts'
import { DomainError } from '../../domain/errors.ts'
import { reportReference } from '../../domain/profiles/reports.ts'
import type { ReportOutcome, ReportSubject } from '../../domain/profiles/reports.ts'
import { STAFF_CONFLICT_DAYS } from '../../domain/staff/staff.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Viewer } from '../http/viewer.ts'
import { findUserById, getRecipient } from '../accounts/users/queries.ts'
import { hideOffer } from './hide-offer.ts'
import { recordAction } from './record-action.ts'
import { refusalToClose } from './refusal-to-close.ts'
import { removeRating } from './remove-rating.ts'
import { suspendUser } from './suspend-user.ts'

type ReportRow = {
  id: string
  reporterId: string | null
  kind: ReportSubject
  subjectId: string
  reportedId: string | null
  isClosed: boolean
  isHidden: boolean
  isRemoved: boolean
  isSuspended: boolean
  refusal: StaffReport['refusal']
}

type Decision = { outcome: ReportOutcome; reason: string }

/**
 * Closes a report with an outcome, and with it the other open reports about the same user in `also`: one decision, one audit
 * record, and each reporter is told by email. The outcome is carried out in the same transaction unless that has already happened:
 * the reported user is warned by email, their offers are hidden, their ratings are removed, or they are suspended, for the reason
 * that is recorded. Of two concurrent calls the later is `already_done`; reports of `also` that are closed by then are left as they
 * are. Refuses with what `refusalToClose` reads, as `suspendUser` and `hideOffer` do, with `report_outcome_wrong` for an outcome that
 * no subject can have, and with `not_found`, also for a report about another user.
 */
export async function closeReport(
  tx: Tx,
  viewer: Viewer,
  reportId: string,
  { also = [], ...decision }: Decision & { also?: string[] | undefined },
): Promise<void> {
  const first = await lockReport(tx, viewer.id, reportId)
  if (first.isClosed) throw new DomainError('already_done')
  const reports = [first]
  for (const id of [...new Set(also)].toSorted()) {
    if (id === reportId) continue
    const report = await lockReport(tx, viewer.id, id)
    if (report.reportedId === null || report.reportedId !== first.reportedId) throw new DomainError('not_found')
    if (!report.isClosed) reports.push(report)
  }
  for (const { refusal } of reports) assertMayClose(refusal)
  const { outcome, reason } = decision
  const closingId = await recordAction(tx, viewer, { action: 'close_report', subject: reportId, reason })
  for (const report of reports) {
    await sql`
      update reports set closing_id = ${closingId}, outcome = ${outcome}, closed_with = ${report === first ? null : first.id}
      where id = ${report.id}`.execute(tx)
    await answerReporter(tx, report, outcome)
  }
  if (outcome !== 'no_action') await carryOut(tx, viewer, reports, decision)
}

function assertMayClose(refusal: StaffReport['refusal']): void {
  if (refusal === 'own_report' || refusal === 'own_account') throw new DomainError(refusal)
  if (refusal) throw new DomainError(refusal, { values: { days: STAFF_CONFLICT_DAYS } })
}

/** Says whether staff acted, and not how: that concerns another user. */
async function answerReporter(tx: Tx, { id, reporterId }: ReportRow, outcome: ReportOutcome): Promise<void> {
  if (reporterId === null || !(await findUserById(tx, reporterId))) return
  const kind = outcome === 'no_action' ? 'report_closed' : 'report_acted_on'
  await queueMail(tx, { ...(await getRecipient(tx, reporterId)), kind, values: { reference: reportReference(id) } })
}

/** Each offer and rating of the reports once, and the user once. */
async function carryOut(tx: Tx, viewer: Viewer, reports: readonly ReportRow[], decision: Decision): Promise<void> {
  const { outcome, reason } = decision
  const kind = outcome === 'removed' ? 'rating' : outcome === 'hidden' ? 'offer' : null
  const subjects = new Map(
    reports.filter((report) => kind === null || report.kind === kind).map((report) => [report.subjectId, report]),
  )
  const [{ reportedId, isSuspended } = { reportedId: null, isSuspended: false }] = subjects.values()
  if (subjects.size === 0) throw new DomainError('report_outcome_wrong')
  if (outcome === 'removed') {
    // Also of an author whose account was deleted: the stars still count.
    for (const { subjectId, isRemoved } of subjects.values())
      if (!isRemoved) await removeRating(tx, viewer, subjectId, reason)
    return
  }
  if (reportedId === null || !(await findUserById(tx, reportedId))) throw new DomainError('report_outcome_wrong')
  if (outcome === 'hidden') {
    for (const { subjectId, isHidden } of subjects.values())
      if (!isHidden) await hideOffer(tx, viewer, subjectId, reason)
  } else if (outcome === 'suspended') {
    if (!isSuspended) await suspendUser(tx, viewer, reportedId, reason)
  } else {
    await queueMail(tx, { ...(await getRecipient(tx, reportedId)), kind: 'user_warned', values: { message: reason } })
  }
}

async function lockReport(tx: Tx, actorId: string, reportId: string): Promise<ReportRow> {
  const { rows } = await sql<ReportRow>`
    select r.id, r.reporter_id, r.subject_kind as kind, r.subject_id, r.reported_id, r.closing_id is not null as is_closed,
      exists (select from offers where id = r.subject_id and hidden_at is not null) as is_hidden,
      exists (select from ratings where id = r.subject_id and removed_at is not null) as is_removed,
      exists (select from users where id = r.reported_id and suspended_at is not null) as is_suspended,
      ${refusalToClose(actorId)} as refusal
    from reports r left join ratings rating on r.subject_kind = 'rating' and rating.id = r.subject_id
    where r.id = ${reportId} for no key update of r`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0]
}
