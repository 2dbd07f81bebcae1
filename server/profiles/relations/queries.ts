/** The reads of relations. Row-level security shows a user their own rows only. */
import type { Relation } from '../../../domain/api/profiles/relations.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { RelationKind } from '../../../domain/profiles/relations.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { avatarOf } from '../../http/pictures/avatar-of.ts'

type Row = { username: string; avatar: string | null; kind: RelationKind; at: Date }

/** The traders whom a user trusts or blocks, the latest first. */
export async function listRelations(db: DbOrTx, ownerId: string): Promise<Relation[]> {
  const { rows } = await sql<Row>`
    ${selectRelations()} where r.owner_id = ${ownerId}
    order by r.at desc, r.other_id limit ${sql.lit(LIMITS.relations)}`.execute(db)
  return rows.map(toRelation)
}

export async function findRelation(db: DbOrTx, ownerId: string, otherId: string): Promise<Relation | null> {
  const { rows } = await sql<Row>`
    ${selectRelations()} where r.owner_id = ${ownerId} and r.other_id = ${otherId}`.execute(db)
  return rows[0] ? toRelation(rows[0]) : null
}

function selectRelations() {
  return sql`
    select u.username, ${avatarOf('u.id')} as avatar, r.kind, r.at from relations r join users u on u.id = r.other_id`
}

function toRelation({ at, ...row }: Row): Relation {
  return { ...row, at: at.toISOString() }
}
