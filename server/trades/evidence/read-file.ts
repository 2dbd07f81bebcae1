import { DomainError } from '../../../domain/errors.ts'
import type { FileType } from '../../../domain/trades/evidence.ts'
import { paymentReference } from '../../../domain/trades/trades.ts'
import type { Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { JOINED_OBJECT, readStored, storedColumns } from '../../files/stored-bytes.ts'
import type { Reader, StoredBytes } from '../../files/stored-bytes.ts'
import { openFile } from './seal-file.ts'

export type OpenedFile = { name: string; type: FileType; bytes: Buffer }
type Reading = { tradeId: string; fileId: string; readerId: string }

type FileRow = StoredBytes & { type: FileType; dataKey: Buffer }

/**
 * The file's bytes, with a record of the reading, which commits before they are fetched and sent. Refuses with `not_found`, and as
 * `readStored` does.
 */
export async function readFile(context: Reader, reading: Reading): Promise<OpenedFile> {
  const { tradeId, fileId } = reading
  const { type, dataKey, ...stored } = await inTransaction(context.db, (tx) => recordReading(tx, reading))
  const sealed = await readStored(context, stored)
  // Nothing of the name that the uploader's file had.
  const name = `${paymentReference(tradeId)}-${fileId.slice(0, 8)}.pdf`
  return { name, type, bytes: openFile(context.keyring, fileId, { dataKey, sealed }) }
}

async function recordReading(tx: Tx, { tradeId, fileId, readerId }: Reading): Promise<FileRow> {
  const { rows } = await sql<FileRow>`
    select f.media_type as type, f.data_key, ${storedColumns('sealed')} from evidence_files f ${JOINED_OBJECT}
    where f.trade_id = ${tradeId} and f.id = ${fileId} and may_read_evidence(f.id, ${readerId})`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  await sql`
    insert into evidence_reads (trade_id, file_id, reader_id) values (${tradeId}, ${fileId}, ${readerId})`.execute(tx)
  return rows[0]
}

/** A PDF is a download; the headers of all answers forbid everything to a file that is shown nevertheless. */
export function headersOfFile({ name, type }: OpenedFile): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': 'private, no-store',
    'content-disposition': type === 'application/pdf' ? `attachment; filename="${name}"` : 'inline',
  }
}
