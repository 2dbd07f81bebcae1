import { expect, test, vi } from 'vitest'
import { useTestApp } from '../testing/suite.ts'
import { inTransaction, openPool, sql } from './pool.ts'
import { PREPARED_STATEMENTS_MAX } from './preparing-client.ts'
import type { Tx } from './pool.ts'

const testApp = useTestApp()

test('a connection prepares each statement once and only so many; the others run unprepared', async () => {
  const pool = await openPool(testApp().database.appUrl, 1)
  const prepared = async () => (await pool.raw.query('select count(*)::int as n from pg_prepared_statements')).rows[0].n
  try {
    for (let i = 0; i < 3; i++) await pool.raw.query('select $1::int as n', [i])
    expect(await prepared()).toBe(1)
    for (let i = 0; i < PREPARED_STATEMENTS_MAX + 5; i++) {
      expect((await pool.raw.query(`select $1::int + ${i} as n`, [1])).rows).toEqual([{ n: i + 1 }])
    }
    expect(await prepared()).toBe(PREPARED_STATEMENTS_MAX)
  } finally {
    await pool.close()
  }
})

test('a connection stays open while nothing is read, with what it has prepared', async () => {
  const pool = await openPool(testApp().database.appUrl, 1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const backend = async () => (await pool.raw.query('select pg_backend_pid() as pid')).rows[0].pid
    const first = await backend()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await backend()).toBe(first)
  } finally {
    vi.useRealTimers()
    await pool.close()
  }
})

test('a database that takes no writes, as one that was the leader until now, is busy', async () => {
  const pool = await openPool(testApp().database.appUrl, 1)
  try {
    await pool.raw.query('set default_transaction_read_only = on')
    const writing = inTransaction(pool.db, (tx) => sql`delete from rate_limits where key = 'none'`.execute(tx))
    await expect(writing).rejects.toMatchObject({ code: 'busy' })
  } finally {
    await pool.close()
  }
})

test('a transaction that was left idle for too long is busy', async () => {
  const pool = await openPool(testApp().database.appUrl, 1)
  try {
    const ofBackend = async (tx: Tx) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid
    const isThere = async (pid: number) =>
      (await testApp().owner.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 1
    const idle = inTransaction(pool.db, async (tx) => {
      const pid = await ofBackend(tx)
      await sql`set local idle_in_transaction_session_timeout = '10ms'`.execute(tx)
      await vi.waitUntil(async () => !(await isThere(pid)), 60_000)
      await sql`select 1`.execute(tx)
    })
    await expect(idle).rejects.toMatchObject({ code: 'busy' })
  } finally {
    await pool.close()
  }
})
