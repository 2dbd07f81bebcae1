import { DomainError } from '../../domain/errors.ts'
import type { FileType } from '../../domain/evidence.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { openFile } from './seal-file.ts'
import type { SealedFile } from './seal-file.ts'

type Reading = { tradeId: string; fileId: string; readerId: string }

/** The file's bytes, with a record of the reading, which commits before they are sent. Refuses with `not_found`. */
export async function readFile(
  tx: Tx,
  keys: Keyring,
  { tradeId, fileId, readerId }: Reading,
): Promise<{ type: FileType; bytes: Buffer }> {
  const { rows } = await sql<SealedFile & { type: FileType }>`
    select media_type as type, data_key, sealed from evidence_files
    where trade_id = ${tradeId} and id = ${fileId} and may_read_evidence(id, ${readerId})`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  await sql`
    insert into evidence_reads (trade_id, file_id, reader_id) values (${tradeId}, ${fileId}, ${readerId})`.execute(tx)
  return { type: rows[0].type, bytes: openFile(keys, fileId, rows[0]) }
}
