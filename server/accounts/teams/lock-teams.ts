import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** Makes invitations and acceptances of these two users run one after another. The trigger team_is_flat takes the same locks. */
export async function lockTeams(tx: Tx, one: string, other: string): Promise<void> {
  for (const userId of [one, other].toSorted()) await sql`select from count_alone('teams', ${userId})`.execute(tx)
}
