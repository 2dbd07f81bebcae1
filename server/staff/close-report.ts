import type { StaffReport } from '../../domain/api/staff/administration.ts'
import { DomainError } from '../../domain/errors.ts'
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
  kind: ReportSubject
  subjectId: string
  reportedId: string | null
  isClosed: boolean
  isHidden: boolean
  isRemoved: boolean
  isSuspended: boolean
  refusal: StaffReport['refusal']
}

/**
 * Closes a report with an outcome, which is carried out in the same transaction unless that has already happened: the reported
 * user is warned by email, their offer is hidden, their rating is removed, or they are suspended, for the reason that is recorded. Of two concurrent
 * calls the later is `already_done`. Refuses with what `refusalToClose` reads, as `suspendUser` and `hideOffer` do, with
 * `report_outcome_wrong` for an outcome that its subject cannot have, and with `not_found`.
 */
export async function closeReport(
  tx: Tx,
  viewer: Viewer,
  reportId: string,
  { outcome, reason }: { outcome: ReportOutcome; reason: string },
): Promise<void> {
  const report = await lockReport(tx, viewer.id, reportId)
  if (report.isClosed) throw new DomainError('already_done')
  const { refusal } = report
  if (refusal === 'own_report' || refusal === 'own_account') throw new DomainError(refusal)
  if (refusal) throw new DomainError(refusal, { values: { days: STAFF_CONFLICT_DAYS } })
  const closingId = await recordAction(tx, viewer, { action: 'close_report', subject: reportId, reason })
  await sql`update reports set closing_id = ${closingId}, outcome = ${outcome} where id = ${reportId}`.execute(tx)
  if (outcome !== 'no_action') await carryOut(tx, viewer, report, { outcome, reason })
}

async function carryOut(
  tx: Tx,
  viewer: Viewer,
  report: ReportRow,
  { outcome, reason }: { outcome: ReportOutcome; reason: string },
): Promise<void> {
  const { kind, subjectId, reportedId } = report
  if (outcome === 'removed') {
    if (kind !== 'rating') throw new DomainError('report_outcome_wrong')
    // Also of an author whose account was deleted: the stars still count.
    if (!report.isRemoved) await removeRating(tx, viewer, subjectId, reason)
    return
  }
  if (reportedId === null || !(await findUserById(tx, reportedId))) throw new DomainError('report_outcome_wrong')
  if (outcome === 'hidden') {
    if (kind !== 'offer') throw new DomainError('report_outcome_wrong')
    if (!report.isHidden) await hideOffer(tx, viewer, subjectId, reason)
  } else if (outcome === 'suspended') {
    if (!report.isSuspended) await suspendUser(tx, viewer, reportedId, reason)
  } else {
    await queueMail(tx, { ...(await getRecipient(tx, reportedId)), kind: 'user_warned', values: { message: reason } })
  }
}

async function lockReport(tx: Tx, actorId: string, reportId: string): Promise<ReportRow> {
  const { rows } = await sql<ReportRow>`
    select r.subject_kind as kind, r.subject_id, r.reported_id, r.closing_id is not null as is_closed,
      exists (select from offers where id = r.subject_id and hidden_at is not null) as is_hidden,
      exists (select from ratings where id = r.subject_id and removed_at is not null) as is_removed,
      exists (select from users where id = r.reported_id and suspended_at is not null) as is_suspended,
      ${refusalToClose(actorId)} as refusal
    from reports r left join ratings rating on r.subject_kind = 'rating' and rating.id = r.subject_id
    where r.id = ${reportId} for no key update of r`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0]
}
