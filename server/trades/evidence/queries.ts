/** The reads of a trade's files. Row-level security decides the same: a draft is its uploader's only. */
import { FILES_LISTED } from '../../../domain/api/trades/evidence.ts'
import type { CaseFile, TradeFile } from '../../../domain/api/trades/evidence.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { FilePurpose, FileReuse, FileType } from '../../../domain/trades/evidence.ts'
import type { PartyRole } from '../../../domain/trades/trades.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type FileRow = {
  id: string
  tradeId: string
  purpose: FilePurpose
  sender: PartyRole
  type: FileType
  bytes: number
  width: number | null
  height: number | null
  submittedAt: Date | null
  at: Date
}

const FILE_COLUMNS = sql`f.id, f.trade_id, f.purpose, f.uploader_role as sender, f.media_type as type, f.bytes, f.width, f.height,
  f.submitted_at, f.at`

/** The files that a party of the trade sees, oldest first; `not_found` for other users. */
export async function listFiles(db: DbOrTx, tradeId: string, userId: string): Promise<TradeFile[]> {
  await isOpenTradeOf(db, tradeId, userId)
  const { rows } = await sql<FileRow>`
    select ${FILE_COLUMNS} from evidence_files f
    where f.trade_id = ${tradeId} and (f.submitted_at is not null or f.uploader_id = ${userId})
    order by f.at, f.id limit ${sql.lit(FILES_LISTED)}`.execute(db)
  return rows.map(toFile)
}

/** What the arbiter of the case sees: the submitted files, each with whether it was used in another trade before. */
export async function listCaseFiles(db: DbOrTx, tradeId: string): Promise<CaseFile[]> {
  const { rows } = await sql<FileRow & { reuse: FileReuse | null }>`
    select ${FILE_COLUMNS}, evidence_reuse(f.id) as reuse from evidence_files f
    where f.trade_id = ${tradeId} and f.submitted_at is not null
    order by f.at, f.id limit ${sql.lit(FILES_LISTED)}`.execute(db)
  return rows.map(({ reuse, ...row }) => ({ ...toFile(row), reuse }))
}

export async function getFile(db: DbOrTx, fileId: string): Promise<TradeFile> {
  const { rows } = await sql<FileRow>`select ${FILE_COLUMNS} from evidence_files f where f.id = ${fileId}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return toFile(rows[0])
}

/** Whether the trade of the user is open; refuses with `not_found` for one of others. */
export async function isOpenTradeOf(db: DbOrTx, tradeId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select s.is_open from trades t join trade_statuses s on s.status = t.status
    where t.id = ${tradeId} and ${userId} in (t.buyer_id, t.seller_id)`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0].isOpen
}

function toFile({ width, height, submittedAt, at, ...row }: FileRow): TradeFile {
  return {
    ...row,
    picture: width === null || height === null ? null : { width, height },
    isSubmitted: submittedAt !== null,
    addedAt: at.toISOString(),
  }
}
