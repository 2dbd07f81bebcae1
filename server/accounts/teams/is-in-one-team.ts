import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** Whether one of the two users is in the team of the other, or both are in one team. */
export async function isInOneTeam(db: DbOrTx, userId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql<{ isTeam: boolean }>`select in_one_team(${userId}, ${otherId}) as is_team`.execute(db)
  return rows[0]?.isTeam ?? false
}
