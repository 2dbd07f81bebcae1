import type { Rehearsal } from '../../../domain/api/trades/rehearsals.ts'
import { DomainError } from '../../../domain/errors.ts'
import { rehearsalStepAfter } from '../../../domain/trades/rehearsals.ts'
import type { RehearsalEnd, RehearsalMove, RehearsalStep } from '../../../domain/trades/rehearsals.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { lockRehearsal, rehearsalAnswer } from './queries.ts'

type Move = { rehearsalId: string; move: RehearsalMove; seenStep: RehearsalStep | RehearsalEnd }

/**
 * Makes a move that the table of rules allows; a trigger refuses any other and records a passed scenario. Refuses with
 * `rehearsal_moved_on` where the user has seen an earlier step, or the step does not have this move.
 */
export async function moveRehearsal(tx: Tx, userId: string, { rehearsalId, move, seenStep }: Move): Promise<Rehearsal> {
  const row = await lockRehearsal(tx, userId, rehearsalId)
  if (!row) throw new DomainError('not_found')
  const step = row.step === seenStep ? rehearsalStepAfter(row.scenario, row.step, move) : null
  if (step === null) throw new DomainError('rehearsal_moved_on', { details: { step: row.step } })
  await sql`update rehearsals set step = ${step}, moves = moves || ${move}::text where id = ${rehearsalId}`.execute(tx)
  return rehearsalAnswer({ ...row, step, moves: [...row.moves, move] })
}
