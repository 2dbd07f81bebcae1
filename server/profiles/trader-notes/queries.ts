/** The read of notes on traders. Row-level security shows a user their own rows only, and none while a member acts for them. */
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { avatarOf } from '../../http/pictures/avatar-of.ts'

type Row = { username: string; avatar: string | null; text: string; tags: string[]; changedAt: Date }

/** What a user has noted about traders, the latest first. */
export async function listTraderNotes(db: DbOrTx, writerId: string): Promise<TraderNote[]> {
  const { rows } = await sql<Row>`
    select u.username, ${avatarOf('u.id')} as avatar, n.text, n.tags, n.changed_at
    from trader_notes n join users u on u.id = n.about_id where n.writer_id = ${writerId}
    order by n.changed_at desc, n.about_id limit ${sql.lit(LIMITS.trader_notes)}`.execute(db)
  return rows.map(toTraderNote)
}

function toTraderNote({ changedAt, ...row }: Row): TraderNote {
  return { ...row, at: changedAt.toISOString() }
}
