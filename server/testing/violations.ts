import type pg from 'pg'

/** What the database finds wrong with itself: must be empty after everything. */
export async function violations(owner: pg.Pool): Promise<{ rule: string; id: string | null }[]> {
  const { rows } = await owner.query('select rule, id from violations')
  return rows
}
