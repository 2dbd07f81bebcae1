/** All reads of rehearsals. */
import type { Rehearsal, Rehearsals } from '../../../domain/api/trades/rehearsals.ts'
import {
  FIRST_STEP,
  REHEARSAL_SCENARIOS,
  REHEARSAL_STEPS,
  rehearsalMovesOf,
  rehearsalStepAfter,
} from '../../../domain/trades/rehearsals.ts'
import type {
  RehearsalEnd,
  RehearsalMove,
  RehearsalScenario,
  RehearsalStep,
} from '../../../domain/trades/rehearsals.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

export type RehearsalRow = {
  id: string
  scenario: RehearsalScenario
  step: RehearsalStep | RehearsalEnd
  moves: RehearsalMove[]
  startedAt: Date
}

/** Every scenario, with the user's latest attempt at it. */
export async function listRehearsals(db: DbOrTx, userId: string): Promise<Rehearsals> {
  const { rows } = await sql<RehearsalRow>`
    select id, scenario, step, moves, started_at from rehearsals where user_id = ${userId}`.execute(db)
  const { rows: passes } = await sql<{ scenario: RehearsalScenario }>`
    select scenario from rehearsal_passes where user_id = ${userId}`.execute(db)
  const passed = new Set(passes.map(({ scenario }) => scenario))
  return {
    hasRehearsed: passed.size === REHEARSAL_SCENARIOS.length,
    scenarios: REHEARSAL_SCENARIOS.map((scenario) => {
      const latest = rows.find((row) => row.scenario === scenario)
      return { scenario, isPassed: passed.has(scenario), latest: latest ? rehearsalAnswer(latest) : null }
    }),
  }
}

/** The user's latest attempt at a scenario, locked until the end of the transaction; null before the first. */
export async function lockLatest(tx: Tx, userId: string, scenario: RehearsalScenario): Promise<RehearsalRow | null> {
  const { rows } = await sql<RehearsalRow>`
    select id, scenario, step, moves, started_at from rehearsals
    where user_id = ${userId} and scenario = ${scenario} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** A rehearsal of the user, locked until the end of the transaction; null where it is unknown or another user's. */
export async function lockRehearsal(tx: Tx, userId: string, rehearsalId: string): Promise<RehearsalRow | null> {
  const { rows } = await sql<RehearsalRow>`
    select id, scenario, step, moves, started_at from rehearsals
    where id = ${rehearsalId} and user_id = ${userId} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** Derives the steps so far from the moves. */
export function rehearsalAnswer({ id, scenario, step, moves, startedAt }: RehearsalRow): Rehearsal {
  const steps: RehearsalStep[] = [FIRST_STEP]
  for (const move of moves) {
    const next = rehearsalStepAfter(scenario, steps.at(-1)!, move)
    const open = REHEARSAL_STEPS.find((each) => each === next)
    if (open) steps.push(open)
  }
  return {
    id,
    scenario,
    step,
    steps,
    lastMove: moves.at(-1) ?? null,
    moves: rehearsalMovesOf(scenario, step),
    startedAt: startedAt.toISOString(),
  }
}
