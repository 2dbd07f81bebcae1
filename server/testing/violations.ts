import type pg from 'pg'

/** The rows of the view `violations`: must be empty after every test. */
export async function violations(owner: pg.Pool): Promise<{ rule: string; id: string | null }[]> {
  const { rows } = await owner.query('select rule, id from violations')
  return rows
}
