import type { Rehearsal } from '../../../domain/api/trades/rehearsals.ts'
import { rehearsalMovesOf } from '../../../domain/trades/rehearsals.ts'
import type { RehearsalScenario } from '../../../domain/trades/rehearsals.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { lockLatest, rehearsalAnswer } from './queries.ts'
import type { RehearsalRow } from './queries.ts'

/** Resumes the user's open attempt at a scenario, or starts a new one. */
export async function startRehearsal(tx: Tx, userId: string, scenario: RehearsalScenario): Promise<Rehearsal> {
  // Two starts in parallel wait for each other: the second one resumes what the first one began.
  await sql`select from count_alone('rehearsals', ${userId})`.execute(tx)
  const latest = await lockLatest(tx, userId, scenario)
  if (latest && rehearsalMovesOf(scenario, latest.step).length > 0) return rehearsalAnswer(latest)
  if (latest) await sql`delete from rehearsals where id = ${latest.id}`.execute(tx)
  const { rows } = await sql<RehearsalRow>`
    insert into rehearsals (user_id, scenario) values (${userId}, ${scenario})
    returning id, scenario, step, moves, started_at`.execute(tx)
  return rehearsalAnswer(rows[0]!)
}
