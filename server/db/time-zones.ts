import { InvalidInput } from '../../domain/errors.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import { namesOfZone } from '../../domain/time-zones.ts'
import type { DbOrTx } from './pool.ts'
import { sql } from './pool.ts'

/**
 * The name by which the database knows the zone: the present one, or where its list is older the former one. Refuses an unknown
 * zone as the field `timeZone`. Postgres reads the list from files at each query, so only the saving of a setting and an export query it.
 */
export async function getKnownZone(db: DbOrTx, timeZone: string): Promise<string> {
  const names = namesOfZone(timeZone)
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where name = any(${names}) order by array_position(${names}, name) limit 1`.execute(
    db,
  )
  if (!rows[0]) throw new InvalidInput({ timeZone: FIELD_TEXTS.timeZone })
  return rows[0].name
}
