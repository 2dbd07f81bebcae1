import { expect, test, vi } from 'vitest'
import { useTestApp } from '../testing/suite.ts'
import { SENT_WITH_NEXT, connect, inTransaction, openPool, sql } from './pool.ts'
import type { Tx } from './pool.ts'
import { PREPARED_STATEMENTS_MAX } from './preparing-client.ts'
import { SYSTEM } from './scope.ts'
import { allowTime } from './time-limits.ts'

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

test('a statement without an answer is given up with its connection, but has the time of those before it and what its transaction allows', async () => {
  const pool = connect(testApp().database.appUrl, {
    size: 1,
    settings: {},
    outside: SYSTEM,
    mode: 'session',
    limits: { query_timeout: 1500 },
  })
  const sleepFor = (seconds: number) => sql`select pg_sleep(${seconds})`
  try {
    await expect(sleepFor(4).execute(pool.db)).rejects.toThrow('Query read timeout')
    await expect(inTransaction(pool.db, (tx) => sleepFor(4).execute(tx))).rejects.toMatchObject({ code: 'busy' })
    await inTransaction(pool.db, async (tx) => {
      await allowTime(tx, 5, 1)
      await sleepFor(2).execute(tx)
    })
    await inTransaction(pool.db, async (tx) => {
      await sql`${SENT_WITH_NEXT} select pg_sleep(1)`.execute(tx)
      await sleepFor(1).execute(tx)
    })
    expect((await sql`select 1 as one`.execute(pool.db)).rows).toEqual([{ one: 1 }])
  } finally {
    await pool.close()
  }
})
