import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

export type FileCounts = { inPostgres: number; inStore: number; toDelete: number }

/** How many files lie where, and how many objects of the store no row holds. Counts rows, and reads no file. */
export async function countFiles(db: DbOrTx): Promise<FileCounts> {
  const { rows } = await sql<FileCounts>`
    select (select count(*) from evidence_files where object_id is null)::int
        + (select count(*) from trade_images where object_id is null)::int as in_postgres,
      (select count(*) from stored_objects where status = 'held')::int as in_store,
      (select count(*) from stored_objects where status <> 'held')::int as to_delete`.execute(db)
  return rows[0]!
}

/** Whether files lie in a store, or objects wait there for their deletion, so that its settings are needed. */
export async function hasStoredFiles(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from stored_objects) as has`.execute(db)
  return rows[0]!.has
}
