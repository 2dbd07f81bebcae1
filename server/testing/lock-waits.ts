import { expect, onTestFinished } from 'vitest'
import type { TestApp } from './app.ts'

/** Waits until this number of connections to the test's database wait for a lock. */
export async function untilLocksAwaited(owner: TestApp['owner'], count: number): Promise<void> {
  await untilWaiting(owner, "wait_event_type = 'Lock'", count)
}

const GATE = 4711

/**
 * Makes each transaction that fires the trigger wait in it until `release` is called; `trigger` is its time, table and condition.
 * The wait is no lock of Postgres, so that no lock timeout ends it.
 */
export async function holdTransactions(owner: TestApp['owner'], trigger: string) {
  const holder = await owner.connect()
  await holder.query('select pg_advisory_lock($1)', [GATE])
  await owner.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin
      while not pg_try_advisory_xact_lock_shared(${GATE}) loop perform pg_sleep(0.01); end loop;
      return null;
    end $$;
    create trigger wait_at_gate ${trigger} execute function wait_at_gate()`)
  const release = () => holder.query('select pg_advisory_unlock_all()')
  onTestFinished(async () => {
    await release()
    holder.release()
    await owner.query('drop function wait_at_gate cascade')
  })
  return { untilHeld: () => untilWaiting(owner, "wait_event = 'PgSleep'", 1), release }
}

async function untilWaiting(owner: TestApp['owner'], condition: string, count: number): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and ${condition}`
  await expect.poll(async () => (await owner.query(waiting)).rowCount, { timeout: 2500 }).toBe(count)
}
