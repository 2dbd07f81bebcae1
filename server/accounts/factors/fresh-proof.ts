import { DomainError } from '../../../domain/errors.ts'
import { PROOF_MINUTES } from '../../../domain/factors.ts'
import type { ProofWay } from '../../../domain/factors.ts'
import type { Viewer } from '../../context.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { waysOf } from './queries.ts'

/**
 * Lets a dangerous act pass where the person of the session proved who they are within the last minutes: signing in does,
 * and so does `prove`. Else it refuses with `proof_needed`; the refusal's details name the ways that would do.
 */
export async function requireFreshProof(
  { id, sessionId, key }: Pick<Viewer, 'id' | 'sessionId' | 'key'>,
  db: DbOrTx,
): Promise<void> {
  // A program cannot show that its owner is there.
  if (key) throw new DomainError('proof_needed', { details: { ways: [] } })
  const ways = await waysOf(db, id)
  // A session from before the second factor was on has shown only one.
  const { rows } = await sql`
    select 1 as fresh from sessions
    where id = ${sessionId} and user_id = ${id} and (has_second_factor or ${ways.length === 0})
      and proved_at > clock_timestamp() - make_interval(mins => ${sql.lit(PROOF_MINUTES)})`.execute(db)
  if (rows.length === 0) throw new DomainError('proof_needed', { details: { ways: proofWaysOf(ways) } })
}

/** With a second factor on it is the factor that proves; a password alone is what thieves have. */
export function proofWaysOf(ways: readonly ProofWay[]): readonly ProofWay[] {
  return ways.length > 0 ? ways : ['password']
}
