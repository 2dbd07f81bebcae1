import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Waits until this number of connections to the test's database wait for a lock. */
export async function untilLocksAwaited(owner: TestApp['owner'], count: number): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await owner.query(waiting)).rowCount, { timeout: 2500 }).toBe(count)
}
