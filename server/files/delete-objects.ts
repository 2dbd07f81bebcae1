import type { Context } from '../context.ts'
import { sql } from '../db/pool.ts'
import { StoreError } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'

const BATCH_SIZE = 20

/**
 * Deletes from the store what no row holds: objects whose file was deleted or moved back, and those whose move has failed. The database
 * forgets an object only after the store has deleted it; a failure is repeated, each time later, and delays no other object. Returns
 * how many were due, and throws the first failure at the end; a store that does not answer ends the batch.
 */
export async function deleteObjects({ db, objects }: Pick<Context, 'db'> & { objects: ObjectStore }): Promise<number> {
  // An object that is being held at this moment is locked, and no other row can hold it afterwards.
  const { rows } = await sql<{ id: string }>`
    update stored_objects set status = 'released', next_attempt_at = clock_timestamp() + interval '1 minute'
    where id in (
      select id from stored_objects
      where delete_at < (select clock_timestamp()) and coalesce(next_attempt_at, delete_at) < (select clock_timestamp())
      order by delete_at limit ${sql.lit(BATCH_SIZE)} for no key update skip locked)
    returning id`.execute(db)
  const failures: unknown[] = []
  for (const { id } of rows) {
    try {
      await objects.delete(id)
      await sql`delete from stored_objects where id = ${id} and status = 'released'`.execute(db)
    } catch (error) {
      failures.push(error)
      await sql`
        update stored_objects set attempts = attempts + 1,
          next_attempt_at = clock_timestamp() + make_interval(mins => least(60, 2 ^ least(attempts, 6))::int)
        where id = ${id}`.execute(db)
      if (error instanceof StoreError && error.status === null) break
    }
  }
  if (failures.length > 0) throw failures[0]
  return rows.length
}
