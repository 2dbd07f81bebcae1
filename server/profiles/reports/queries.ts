import type { AccountExport } from '../../../domain/api/accounts/account-data.ts'
import type { ReportReason, ReportSubject } from '../../../domain/profiles/reports.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Row = { id: string; at: Date; subject: ReportSubject; reason: ReportReason; text: string; isClosed: boolean }

/** What a user has reported, the oldest first. */
export async function listReportsOf(db: DbOrTx, reporterId: string): Promise<AccountExport['reports']> {
  const { rows } = await sql<Row>`
    select id, at, subject_kind as subject, reason, text, closing_id is not null as is_closed from reports
    where reporter_id = ${reporterId} order by reports.at, id`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
