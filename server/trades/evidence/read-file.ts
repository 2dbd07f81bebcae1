import { DomainError } from '../../../domain/errors.ts'
import type { FileType } from '../../../domain/trades/evidence.ts'
import { paymentReference } from '../../../domain/trades/trades.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { openFile } from './seal-file.ts'
import type { SealedFile } from './seal-file.ts'

export type OpenedFile = { name: string; type: FileType; bytes: Buffer }
type Reading = { tradeId: string; fileId: string; readerId: string }

/** The file's bytes, with a record of the reading, which commits before they are sent. Refuses with `not_found`. */
export async function readFile(tx: Tx, keys: Keyring, { tradeId, fileId, readerId }: Reading): Promise<OpenedFile> {
  const { rows } = await sql<SealedFile & { type: FileType }>`
    select media_type as type, data_key, sealed from evidence_files
    where trade_id = ${tradeId} and id = ${fileId} and may_read_evidence(id, ${readerId})`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  await sql`
    insert into evidence_reads (trade_id, file_id, reader_id) values (${tradeId}, ${fileId}, ${readerId})`.execute(tx)
  // Nothing of the name that the uploader's file had.
  const name = `${paymentReference(tradeId)}-${fileId.slice(0, 8)}.pdf`
  return { name, type: rows[0].type, bytes: openFile(keys, fileId, rows[0]) }
}

/** A PDF is a download; the headers of all answers forbid everything to a file that is shown nevertheless. */
export function headersOfFile({ name, type }: OpenedFile): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': 'private, no-store',
    'content-disposition': type === 'application/pdf' ? `attachment; filename="${name}"` : 'inline',
  }
}
