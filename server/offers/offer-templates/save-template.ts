import type { OfferTemplate } from '../../../domain/api/offers/offer-templates.ts'
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { TemplateContent } from '../../../domain/offers/offer-templates.ts'
import { readTemplate } from '../../../domain/offers/offer-templates.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Row = { id: string; name: string; content: Record<string, unknown> }

/** Refuses with `offer_templates_limit`. The templates of one user are created one after the other. */
export async function createTemplate(
  tx: Tx,
  userId: string,
  { name, content: typed }: { name: string; content: TemplateContent },
): Promise<OfferTemplate> {
  const content = readTemplate(typed)
  await sql`select from count_alone('offer templates', ${userId})`.execute(tx)
  const { rows: counted } = await sql<{ templates: number }>`
    select count(*)::int as templates from offer_templates where user_id = ${userId}`.execute(tx)
  const limit = LIMITS.offer_templates
  if ((counted[0]?.templates ?? 0) >= limit) throw new DomainError('offer_templates_limit', { values: { limit } })
  const { rows } = await sql<{ id: string }>`
    insert into offer_templates (user_id, name, content)
    values (${userId}, ${name}, ${JSON.stringify(content)}::jsonb) returning id`.execute(tx)
  return { id: rows[0]!.id, name, content }
}

/** Refuses with `not_found`. */
export async function renameTemplate(tx: Tx, userId: string, templateId: string, name: string): Promise<OfferTemplate> {
  const { rows } = await sql<Row>`
    update offer_templates set name = ${name} where id = ${templateId} and user_id = ${userId}
    returning id, name, content`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  return { ...rows[0], content: readTemplate(rows[0].content) }
}

/** Refuses with `not_found`. */
export async function deleteTemplate(tx: Tx, userId: string, templateId: string): Promise<void> {
  const { rows } = await sql`
    delete from offer_templates where id = ${templateId} and user_id = ${userId} returning 1 as deleted`.execute(tx)
  if (rows.length === 0) throw new DomainError('not_found')
}
