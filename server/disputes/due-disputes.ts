import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Locks the trade of one dispute whose deadline has passed and that is not among `passed`; null where there is none. */
export async function takeLateDispute(tx: Tx, passed: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select t.id from disputes d join trades t on t.id = d.trade_id
    where d.status <> 'closed' and d.deadline < (select deadline_clock(clock_timestamp())) and t.id <> all(${[...passed]}::uuid[])
    order by d.deadline limit 1
    for no key update of t skip locked`.execute(tx)
  return rows[0]?.id ?? null
}
