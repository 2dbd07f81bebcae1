/** Which databases are demonstrations: a table says so, since a visitor of a real market can choose the name of a demo user. */
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { allowTime } from '../db/time-limits.ts'

/** Marks a database without users as a demonstration. Throws where there are users and no such mark. */
export async function startDemonstration(db: DbOrTx): Promise<void> {
  await sql`
    insert into demonstration (is_one) select true where not exists (select from users)
    on conflict do nothing`.execute(db)
  await assertDemonstration(db)
}

/**
 * Holds the lock until the transaction ends. Waits up to a minute for another process that starts now: on a busy machine that is
 * longer at work than a request would wait.
 */
export async function lockStart(tx: Tx, lock: number): Promise<void> {
  await allowTime(tx, 60, 60)
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
}

export async function assertDemonstration(db: DbOrTx): Promise<void> {
  if (await isDemonstration(db)) return
  throw new Error(
    'Demo mode is on, but this database has users and is not a demonstration. No demo users were added, because their ' +
      'password is public. Set DEMO=0, or use an empty database (another DATABASE_URL, or without one another DATA_DIR).',
  )
}

/** Throws where demo mode is off and the database is a demonstration: a real market has no users with a public password. */
export async function assertNoDemonstration(db: DbOrTx): Promise<void> {
  if (!(await isDemonstration(db))) return
  throw new Error(
    'Demo mode is off, but this database is a demonstration, whose users have a public password. Set DEMO=1, or use an ' +
      'empty database (another DATABASE_URL, or without one another DATA_DIR).',
  )
}

async function isDemonstration(db: DbOrTx): Promise<boolean> {
  return (await sql`select from demonstration`.execute(db)).rows.length > 0
}
