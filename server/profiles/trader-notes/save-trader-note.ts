import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { TraderNoteInput } from '../../../domain/profiles/trader-notes.ts'
import { getUserIdByName } from '../../accounts/users/queries.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** Replaces the writer's note on a trader, and answers without it: answers of commands are kept. Refuses with `not_found`, `note_about_yourself` and `trader_notes_limit`. */
export async function saveTraderNote(
  tx: Tx,
  writerId: string,
  username: string,
  { text, tags }: TraderNoteInput,
): Promise<{ at: string }> {
  const aboutId = await getUserIdByName(tx, username)
  if (aboutId === writerId) throw new DomainError('note_about_yourself')
  await assertWithinLimit(tx, writerId, aboutId)
  const { rows } = await sql<{ changedAt: Date }>`
    insert into trader_notes (writer_id, about_id, text, tags) values (${writerId}, ${aboutId}, ${text}, ${tags}::text[])
    on conflict (writer_id, about_id) do update
      set text = excluded.text, tags = excluded.tags, changed_at = clock_timestamp()
    returning changed_at`.execute(tx)
  return { at: rows[0]!.changedAt.toISOString() }
}

/** False where there was nothing to delete. */
export async function deleteTraderNote(tx: Tx, writerId: string, username: string): Promise<boolean> {
  const aboutId = await getUserIdByName(tx, username)
  const { rows } = await sql`
    delete from trader_notes where writer_id = ${writerId} and about_id = ${aboutId} returning 1 as deleted`.execute(tx)
  return rows.length > 0
}

/** The constraint trader_notes_within_limit refuses the same. A statement after the lock sees what earlier calls have committed. */
async function assertWithinLimit(tx: Tx, writerId: string, aboutId: string): Promise<void> {
  await sql`select from count_alone('trader notes', ${writerId})`.execute(tx)
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from trader_notes
    where writer_id = ${writerId} and about_id <> ${aboutId}`.execute(tx)
  const limit = LIMITS.trader_notes
  if ((rows[0]?.others ?? 0) >= limit) throw new DomainError('trader_notes_limit', { values: { limit } })
}
