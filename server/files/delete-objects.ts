import type { Context } from '../context.ts'
import { sql } from '../db/pool.ts'
import type { ObjectStore } from './object-store.ts'

const BATCH_SIZE = 20

/**
 * Deletes from the store what no row holds: objects whose file was deleted or moved back, and those whose move has failed. The database
 * forgets an object only after the store has deleted it; a failure is repeated, each time later. Returns how many it has deleted.
 */
export async function deleteObjects({ db, objects }: Pick<Context, 'db'> & { objects: ObjectStore }): Promise<number> {
  // An object that is being held at this moment is locked, and no other row can hold it afterwards.
  const { rows } = await sql<{ id: string }>`
    update stored_objects set status = 'released', attempts = attempts + 1,
      next_attempt_at = clock_timestamp() + make_interval(mins => least(60, 2 ^ least(attempts, 6))::int)
    where id in (
      select id from stored_objects
      where delete_at < (select clock_timestamp()) and coalesce(next_attempt_at, delete_at) < (select clock_timestamp())
      order by delete_at limit ${sql.lit(BATCH_SIZE)} for no key update skip locked)
    returning id`.execute(db)
  for (const { id } of rows) {
    await objects.delete(id)
    await sql`delete from stored_objects where id = ${id} and status = 'released'`.execute(db)
  }
  return rows.length
}
