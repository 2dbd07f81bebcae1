/**
 * The product behind a connection pooler: by session it works as without one, by transaction where DATABASE_DIRECT_URL is set
 * (transaction-pooler.test.ts), and else it does not start.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openContext } from '../context.ts'
import { startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { move, tradingPair } from '../testing/accounts/users.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { hasPgBouncer, startPgBouncer } from '../testing/servers/pgbouncer.ts'
import type { PgBouncer } from '../testing/servers/pgbouncer.ts'
import { violations } from '../testing/violations.ts'
import { assertDirect } from './direct-connection.ts'
import { migrate } from './migrate.ts'
import { openPool, sql } from './pool.ts'
import type { Db } from './pool.ts'
import { NOTHING, SYSTEM, asViewer } from './scope.ts'
import { startRefusal } from '../start-refusal.ts'

async function settingsOf(db: Db) {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('default_transaction_read_only') as "readOnly", current_setting('app.viewer') as viewer`.execute(
    db,
  )
  return rows[0]
}

const LIMITS = { statement: '5s', lock: '3s', idle: '5s' }

test('without a pooler, a connection has its time limits and sees no private row', async () => {
  const database = await createTestDatabase()
  const pool = await openPool(database.appUrl, 2)
  try {
    expect(await settingsOf(pool.db)).toEqual({ ...LIMITS, readOnly: 'off', viewer: '' })
  } finally {
    await pool.close()
    await database.drop()
  }
})

describe.skipIf(!hasPgBouncer)('PgBouncer in session mode, with its own defaults', () => {
  let pgBouncer: PgBouncer
  let testApp: TestApp
  beforeAll(async () => {
    const database = await createTestDatabase()
    pgBouncer = await startPgBouncer([database.appUrl, database.ownerUrl], { pool_mode: 'session' })
    const appUrl = pgBouncer.pooled(database.appUrl)
    testApp = await startTestApp({}, { ...database, appUrl })
  })
  afterAll(async () => {
    await testApp?.close()
    await pgBouncer?.stop()
  })

  test('the time limits hold, and public reads cannot write', async () => {
    const { context } = testApp
    expect(await settingsOf(context.db)).toMatchObject({ ...LIMITS, readOnly: 'off' })
    expect(await settingsOf(context.publicReads)).toMatchObject({ ...LIMITS, readOnly: 'on' })
    await expect(sql`create temporary table t (id int)`.execute(context.publicReads)).rejects.toMatchObject({
      code: '25006',
    })
  })

  test('a trade is made, and each party sees the own rows only', async () => {
    const { app, context, owner } = testApp
    const { seller, buyer, trade } = await tradingPair(app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('completed')
    const seenBy = (userId: string) =>
      asViewer(
        userId,
        async () => (await sql<{ id: string }>`select user_id as id from accounts`.execute(context.db)).rows,
      )
    const both = await Promise.all(Array.from({ length: 20 }, (_, n) => seenBy(n % 2 === 0 ? buyer.id : seller.id)))
    expect(new Set(both.map((rows) => rows.map(({ id }) => id).join()))).toEqual(new Set([buyer.id, seller.id]))
    expect(await violations(owner)).toEqual([])
  })

  test('the processes notify each other, and each ignores its own notifications', async () => {
    const { context, database } = testApp
    const other = await openContext(context.config, database.appUrl, SYSTEM)
    try {
      await expect.poll(() => context.live.isListening() && other.live.isListening()).toBe(true)
      const wakes = { here: 0, there: 0 }
      context.live.subscribe('user', () => wakes.here++)
      other.live.subscribe('user', () => wakes.there++)
      context.live.wake(['user'])
      await expect.poll(() => wakes.there).toBe(1)
      other.live.wake(['user'])
      await expect.poll(() => wakes.here).toBe(2)
      expect(wakes).toEqual({ here: 2, there: 2 })
    } finally {
      await other.close()
    }
  })

  test('the owner migrates through it', async () => {
    await expect(migrate(pgBouncer.pooled(testApp.database.ownerUrl))).resolves.toBeUndefined()
  })
})

describe.skipIf(!hasPgBouncer)('PgBouncer in another mode', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  async function refusal(settings: Record<string, string | number>, start: (pgBouncer: PgBouncer) => Promise<unknown>) {
    const pgBouncer = await startPgBouncer([database.appUrl, database.ownerUrl], settings)
    try {
      return await start(pgBouncer).then(() => 'started', startRefusal)
    } finally {
      await pgBouncer.stop()
    }
  }

  const NOT_TOGETHER =
    'leads through a connection pooler that does not keep a transaction together: use its transaction or session mode ' +
    '(in PgBouncer pool_mode = transaction), or connect to Postgres itself.'

  test.each([
    ['by transaction', { pool_mode: 'transaction' }],
    ['by transaction, startup parameters ignored', { pool_mode: 'transaction', ignore_startup_parameters: 'options' }],
    ['by transaction, in turn', { pool_mode: 'transaction', server_round_robin: 1 }],
    ['by transaction, one connection', { pool_mode: 'transaction', default_pool_size: 1 }],
    ['by statement', { pool_mode: 'statement' }],
  ])('%s, without a direct address: the start is refused with the remedy', async (_, settings) => {
    expect(await refusal(settings, ({ pooled }) => openPool(pooled(database.appUrl)))).toBe(
      'DATABASE_URL leads through a connection pooler that loses the settings of a connection, its time limits and whose ' +
        'rows it may see: set DATABASE_DIRECT_URL to the address of Postgres itself (for PgBouncer with pool_mode = ' +
        'transaction), or use the session mode of the pooler, or connect to Postgres itself.',
    )
  })

  test('by statement: the start and the migration are refused, also with a direct address', async () => {
    const byStatement = { pool_mode: 'statement' }
    expect(
      await refusal(byStatement, ({ pooled }) => openPool(pooled(database.appUrl), 4, NOTHING, 'transaction')),
    ).toBe(`DATABASE_URL ${NOT_TOGETHER}`)
    expect(await refusal(byStatement, ({ pooled }) => migrate(pooled(database.ownerUrl)))).toBe(
      `DATABASE_OWNER_URL ${NOT_TOGETHER}`,
    )
  })

  test('a direct address that leads through the pooler too, to another database or with another login is refused', async () => {
    const byTransaction = { pool_mode: 'transaction' }
    const other = await createTestDatabase()
    try {
      const start = (directOf: (pgBouncer: PgBouncer) => string) =>
        refusal(byTransaction, (pgBouncer) => assertDirect(directOf(pgBouncer), pgBouncer.pooled(database.appUrl)))
      expect(await start(() => database.appUrl)).toBe('started')
      expect(await start(({ pooled }) => pooled(database.appUrl))).toMatch(
        /^DATABASE_DIRECT_URL leads through a connection pooler .*: give it the address of Postgres itself\.$/,
      )
      expect(await start(() => other.appUrl)).toBe(
        'DATABASE_DIRECT_URL and DATABASE_URL lead to two databases: give both the same one.',
      )
      expect(await start(() => database.ownerUrl)).toMatch(
        /^DATABASE_DIRECT_URL is refused: the login sarraf_owner owns/,
      )
    } finally {
      await other.drop()
    }
  })

  test('by session, with fewer connections than the server opens: the start is refused within seconds', async () => {
    const settings = { pool_mode: 'session', default_pool_size: 1 }
    expect(await refusal(settings, ({ pooled }) => openPool(pooled(database.appUrl)))).toBe(
      'timeout exceeded when a connection was set up: the database does not answer, or the pooler before it has no connection left',
    )
  })

  test('a startup option in DATABASE_URL, which it does not take, is named', async () => {
    const start = ({ pooled }: PgBouncer) => openPool(`${pooled(database.appUrl)}?options=-c%20lock_timeout%3D1`)
    expect(await refusal({ pool_mode: 'session' }, start)).toMatch(/pooler.*unsupported startup parameter: options$/)
  })
})
