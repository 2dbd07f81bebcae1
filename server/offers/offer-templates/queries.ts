/** The reads of offer templates. Row-level security shows a user their own rows only. */
import type { OfferTemplate } from '../../../domain/api/offers/offer-templates.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { readTemplate } from '../../../domain/offers/offer-templates.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Row = { id: string; name: string; content: Record<string, unknown> }

/** The user's templates by their names. */
export async function listOfferTemplates(db: DbOrTx, userId: string): Promise<OfferTemplate[]> {
  const { rows } = await sql<Row>`
    select id, name, content from offer_templates where user_id = ${userId}
    order by lower(name), created_at limit ${sql.lit(LIMITS.offer_templates)}`.execute(db)
  return rows.map((row) => ({ ...row, content: readTemplate(row.content) }))
}
