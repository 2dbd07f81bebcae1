import { DomainError } from '../../domain/errors.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Refuses a trade between the owner and a member of one team with `own_team`; a trigger on trades refuses the same. */
export async function assertNotInOneTeam(db: DbOrTx, userId: string, otherId: string): Promise<void> {
  const { rows } = await sql<{ isTeam: boolean }>`select in_one_team(${userId}, ${otherId}) as is_team`.execute(db)
  if (rows[0]?.isTeam) throw new DomainError('own_team')
}
