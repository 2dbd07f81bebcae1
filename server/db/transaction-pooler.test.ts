/** The product behind PgBouncer with `pool_mode = transaction`, where no connection keeps a setting from one transaction to the next. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { openContext } from '../context.ts'
import { moveDueTrades, startWorker } from '../jobs/worker.ts'
import { startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { turnOnTotp } from '../testing/accounts/factors.ts'
import { TEST_SECRET } from '../testing/accounts/secret.ts'
import { move, openTradeBetween, postOffer, signUp, signUpMany, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createTestDatabase } from '../testing/database.ts'
import { listen } from '../testing/event-stream.ts'
import { readScrape } from '../testing/prometheus.ts'
import { hasPgBouncer, startPgBouncer } from '../testing/servers/pgbouncer.ts'
import type { PgBouncer } from '../testing/servers/pgbouncer.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { violations } from '../testing/violations.ts'
import { migrate } from './migrate.ts'
import { inTransaction, openPool, openPublicReads, sql } from './pool.ts'
import type { DbOrTx, Pool } from './pool.ts'
import { NOTHING, asViewer } from './scope.ts'
import { plainEnvironment } from '../testing/plain-environment.ts'

const CLIENTS = 25
const SELLERS = 5
const BACKENDS = 4

async function startBehind(settings: Record<string, string | number>) {
  const database = await createTestDatabase()
  const pgBouncer = await startPgBouncer([database.appUrl, database.ownerUrl], {
    pool_mode: 'transaction',
    ...settings,
  })
  const pooled = { ...database, appUrl: pgBouncer.pooled(database.appUrl) }
  const testApp = await startTestApp({ databaseDirectUrl: database.appUrl, metricsPort: 9464 }, pooled)
  return { pgBouncer, testApp }
}

function say(user: Caller, tradeId: string, text: string) {
  return user.post(`/api/trades/${tradeId}/messages`, { text, clientId: crypto.randomUUID() })
}

describe.skipIf(!hasPgBouncer)('the whole product', () => {
  let pgBouncer: PgBouncer
  let testApp: TestApp
  beforeAll(async () => {
    ;({ pgBouncer, testApp } = await startBehind({ default_pool_size: BACKENDS, server_round_robin: 1 }))
  })
  afterAll(async () => {
    await testApp?.close()
    await pgBouncer?.stop()
  })

  test('each transaction and each single statement has its limits, and public reads cannot write', async () => {
    const limits = { statement: '5s', lock: '3s', idle: '5s', readOnly: 'off' }
    const { db, publicReads } = testApp.context
    expect(await settingsOf(db)).toEqual(limits)
    expect(await inTransaction(db, settingsOf)).toEqual(limits)
    expect(await settingsOf(publicReads)).toEqual({ ...limits, readOnly: 'on' })
    for (const write of [
      sql`create temporary table t (id int)`,
      sql`select set_config('transaction_read_only', 'off', true)`,
    ])
      await expect(write.execute(publicReads)).rejects.toMatchObject({ code: expect.stringMatching(/^25/) })
  })

  test('a single statement takes one round trip, and the begin of a transaction none of its own', async () => {
    const { db } = testApp.context
    await sql`select 1`.execute(db)
    const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => Promise<unknown> }
    const plain = client.query
    const events: string[] = []
    vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...args) {
      events.push('sent')
      return plain.apply(this as typeof client, args).finally(() => events.push('answered'))
    })
    try {
      await sql`select 1`.execute(db)
      expect(events.splice(0)).toEqual(['sent', 'sent', 'sent', 'answered', 'answered', 'answered'])
      await inTransaction(db, (tx) => sql`select 1`.execute(tx))
      expect(events).toEqual(['sent', 'sent', 'answered', 'answered', 'sent', 'answered'])
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('a trade is made with its chat, and the worker moves what is late', async () => {
    const { app, context, owner } = testApp
    const { seller, buyer, trade } = await tradingPair(app)
    expect((await say(seller, trade.id, 'Hello')).status).toBe(201)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('completed')
    expect(
      (await buyer.get(`/api/trades/${trade.id}/messages`)).body.messages.map(({ text }: { text: string }) => text),
    ).toContain('Hello')

    const late = await tradingPair(app)
    await ageTrade(owner, late.trade.id, 60)
    const worker = startWorker(context)
    const status = async () =>
      (await owner.query<{ status: string }>('select status from trades where id = $1', [late.trade.id])).rows[0]!
        .status
    await expect.poll(status).toBe('cancelled')
    await worker.stop()
    await moveDueTrades(context)
    expect(await violations(owner)).toEqual([])
  })

  test('an event reaches the stream of a browser, also at another process', async () => {
    const { app, context, database } = testApp
    const otherContext = await openContext(context.config, database.appUrl)
    const otherApp = await buildApp(otherContext)
    try {
      const origins = [await listenOn(app), await listenOn(otherApp)]
      await expect.poll(() => context.live.isListening() && otherContext.live.isListening()).toBe(true)
      const { seller, buyer, trade } = await tradingPair(app)
      const streams = await Promise.all(origins.map((origin) => listen(origin, buyer.cookie)))
      expect(streams.map(({ status }) => status)).toEqual([200, 200])
      await Promise.all(streams.map((stream) => stream.until(1)))
      const sent = (await say(seller, trade.id, 'Hello')).body
      for (const stream of streams) {
        await stream.until(2)
        expect(stream.events()).toMatchObject([{ kind: 'message', data: { messages: [sent] } }])
        stream.hangUp()
      }
    } finally {
      await otherApp.close()
      await otherContext.close()
    }
  })

  test(`${CLIENTS} clients trade concurrently on ${BACKENDS} backends, and the books agree`, async () => {
    const { app, owner, context } = testApp
    const clients = await signUpMany(app, CLIENTS, 'client')
    const [sellers, buyers] = [clients.slice(0, SELLERS), clients.slice(SELLERS)]
    const offers = await Promise.all(sellers.map((seller) => postOffer(seller)))
    const ended = await Promise.all(
      buyers.map(async (buyer, n) => {
        const trade = await openTradeBetween(buyer, offers[n % SELLERS]!.id, '20')
        await say(buyer, trade.id, 'Hello')
        await move(buyer, trade, 'mark-paid', 'awaiting_payment')
        await move(sellers[n % SELLERS]!, trade, 'confirm-receipt', 'payment_sent')
        const { rows } = await asViewer(buyer.id, () =>
          sql<{ userId: string }>`select user_id from accounts`.execute(context.db),
        )
        expect(rows).toEqual([{ userId: buyer.id }])
        return (await buyer.get(`/api/trades/${trade.id}`)).body.status
      }),
    )
    expect(new Set(ended)).toEqual(new Set(['completed']))
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and usename = 'sarraf_app' and application_name <> 'sarraf-live'`,
    )
    expect(rows[0]!.n).toBeLessThanOrEqual(BACKENDS)
    expect(await violations(owner)).toEqual([])
  })

  test('the metrics have the figures of the database', async () => {
    expect(readScrape(await testApp.context.metrics!.read()).value('sarraf_database_up')).toBe(1)
  })

  test('the owner makes the schema through it, three processes concurrently', async () => {
    const database = await createTestDatabase()
    const owner = new pg.Client({ connectionString: database.connectionString })
    await owner.connect()
    const pooler = await startPgBouncer([database.ownerUrl], { pool_mode: 'transaction', default_pool_size: 2 })
    try {
      await owner.query('drop schema public cascade; create schema public authorization sarraf_owner')
      await Promise.all([1, 2, 3].map(() => migrate(pooler.pooled(database.ownerUrl))))
      expect((await owner.query('select count(*)::int as n from violations')).rows).toEqual([{ n: 0 }])
    } finally {
      await pooler.stop()
      await owner.end()
      await database.drop()
    }
  })
})

describe.skipIf(!hasPgBouncer)('the commands of the owner', () => {
  let pgBouncer: PgBouncer
  let testApp: TestApp
  beforeAll(async () => {
    ;({ pgBouncer, testApp } = await startBehind({ default_pool_size: 1, query_wait_timeout: 3 }))
  })
  afterAll(async () => {
    await testApp?.close()
    await pgBouncer?.stop()
  })

  /** On the address of the pooler: resolves to what it prints. */
  async function command(name: string, args: readonly string[] = [], settings: NodeJS.ProcessEnv = {}) {
    const { appUrl, ownerUrl } = testApp.database
    const env = { ...plainEnvironment(), DATABASE_URL: appUrl, DATABASE_OWNER_URL: pgBouncer.pooled(ownerUrl) }
    const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url))
    return (await promisify(execFile)(process.execPath, [script, ...args], { env: { ...env, ...settings } })).stdout
  }

  test('a role is granted and revoked', async () => {
    const { username } = await signUp(testApp.app, 'Boss')
    expect(await command('role', ['grant', 'admin', username])).toContain(`${username} now has the role admin.`)
    expect(await command('role', ['list'])).toContain(`admin    ${username} `)
    expect(await command('role', ['revoke', 'admin', username])).toBe(`${username} no longer has the role admin.\n`)
  })

  test('keys are rotated, and no session keeps the permission to do so', async () => {
    const { buyer } = await tradingPair(testApp.app)
    await turnOnTotp(testApp.app, buyer)
    const secrets = { SECRET: 'the secret that comes after it, just as long', SECRET_PREVIOUS: TEST_SECRET }
    const printed = await command('rotate-keys', [], secrets)
    for (const name of ['authenticator apps', 'payment accounts', 'payment details'])
      expect(printed).toMatch(new RegExp(`${name}: ([1-9]\\d*) read, \\1 sealed again`))
    expect(await command('rotate-keys', [], secrets)).not.toMatch(/ [1-9]\d* sealed again/)
    const next = new pg.Client({ connectionString: pgBouncer.pooled(testApp.database.ownerUrl) })
    await next.connect()
    try {
      const { rows } = await next.query("select current_setting('sarraf.rotates_keys', true) as value")
      expect(rows[0].value).not.toBe('on')
    } finally {
      await next.end()
    }
  })
})

async function settingsOf(db: DbOrTx) {
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('transaction_read_only') as "readOnly"`.execute(db)
  return rows[0]
}

function listenOn(app: TestApp['app']): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' })
}

describe.skipIf(!hasPgBouncer)('two users on one backend: none reads with the viewer of the other', () => {
  let pgBouncer: PgBouncer
  let testApp: TestApp
  let pool: Pool
  let reads: Pool
  let buyer: string
  let seller: string
  beforeAll(async () => {
    ;({ pgBouncer, testApp } = await startBehind({ default_pool_size: 1, query_wait_timeout: 3 }))
    const pair = await tradingPair(testApp.app)
    buyer = pair.buyer.id
    seller = pair.seller.id
  })
  beforeEach(async () => {
    const { appUrl } = testApp.database
    pool = await openPool(appUrl, 4, NOTHING, 'transaction')
    reads = openPublicReads(appUrl, 100, NOTHING, 'transaction')
  })
  afterEach(async () => {
    await expectNoLeak()
    await reads.close()
    await pool.close()
  })
  afterAll(async () => {
    await testApp?.close()
    await pgBouncer?.stop()
  })

  async function seen(db: DbOrTx = pool.db): Promise<string[]> {
    const { rows } = await sql<{ userId: string }>`select user_id from accounts`.execute(db)
    return rows.map(({ userId }) => userId)
  }

  /** Every way to the backend, in turns: as each user, as a visitor, without a scope, and without our code. */
  async function expectNoLeak(): Promise<void> {
    const turns = Array.from({ length: 24 }, (_, n) => [buyer, seller, null][n % 3]!)
    const read = turns.map((of, n) =>
      asViewer(of, () => (n % 2 === 0 ? seen() : n % 5 === 0 ? inTransaction(pool.db, seen) : seen(reads.db))),
    )
    expect(await Promise.all(read)).toEqual(turns.map((of) => (of === null ? [] : [of])))
    expect(await seen()).toEqual([])
    for (const { raw } of [pool, reads]) {
      const bare = "select current_setting('app.viewer', true) as viewer, current_setting('app.acting', true) as acting"
      expect(Object.values((await raw.query(bare)).rows[0]).filter(Boolean)).toEqual([])
      expect((await raw.query('select user_id from accounts')).rows).toEqual([])
      expect((await raw.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
    }
  }

  const asBuyer = <T>(work: () => Promise<T>) => asViewer(buyer, work, { memberId: seller, keyId: seller })

  test('while they take turns', async () => {
    await expectNoLeak()
    expect(await asViewer(seller, () => seen())).toEqual([seller])
  })

  test('after an error, of a statement, of a transaction, of its commit and of the code in it', async () => {
    await expect(asBuyer(() => sql`select 1 / 0`.execute(pool.db))).rejects.toMatchObject({ code: '22012' })
    await expectNoLeak()
    await expect(asBuyer(() => sql`no statement`.execute(pool.db))).rejects.toMatchObject({ code: '42601' })
    await expectNoLeak()
    const failing = (work: (tx: DbOrTx) => Promise<unknown>) => asBuyer(() => inTransaction(pool.db, work))
    await expect(failing((tx) => sql`select ${'x'}::int`.execute(tx))).rejects.toMatchObject({ code: '22P02' })
    await expectNoLeak()
    await expect(
      failing(async (tx) => {
        expect(await seen(tx)).toEqual([buyer])
        throw new Error('stopped')
      }),
    ).rejects.toThrow('stopped')
    await expectNoLeak()
    const withoutAccount = sql`insert into users (username) values ('without_account')`
    const refusal = { constraint: 'users_have_accounts' }
    await expect(failing((tx) => withoutAccount.execute(tx))).rejects.toMatchObject(refusal)
    await expectNoLeak()
    await expect(asBuyer(() => withoutAccount.execute(pool.db))).rejects.toMatchObject(refusal)
  })

  test('after a timeout, of a single statement and in a transaction', async () => {
    await expect(asBuyer(() => sql`select pg_sleep(10)`.execute(reads.db))).rejects.toMatchObject({ code: '57014' })
    await expectNoLeak()
    const slow = asBuyer(() =>
      inTransaction(pool.db, async (tx) => {
        await sql`select set_config('statement_timeout', '50ms', true)`.execute(tx)
        await sql`select pg_sleep(10)`.execute(tx)
      }),
    )
    await expect(slow).rejects.toMatchObject({ code: 'busy' })
  })

  test('after a statement was cancelled, and after its backend was ended', async () => {
    for (const [end, code] of [
      ['pg_cancel_backend', '57014'],
      ['pg_terminate_backend', '57P01'],
    ] as const) {
      const sleeping = asBuyer(() => sql`select pg_sleep(4)`.execute(pool.db)).then(
        () => 'slept',
        (error: pg.DatabaseError) => error.code,
      )
      await expect.poll(() => onSleeping(end)).toBe(1)
      expect(await sleeping).toBe(code)
      await expectNoLeak()
    }
  })

  test('after a process was lost in the middle of a transaction', async () => {
    const lost = new pg.Client({ connectionString: testApp.database.appUrl })
    lost.on('error', () => {})
    await lost.connect()
    await lost.query(`begin; select set_config('app.viewer', '${buyer}', true)`)
    expect((await lost.query('select user_id from accounts')).rows).toHaveLength(1)
    lost.connection.stream.destroy()
  })

  test('while one of them holds the only backend, the other is refused within seconds, and nothing of it is executed', async () => {
    const before = await viewOf(seller)
    let release = () => {}
    const holding = Promise.withResolvers<void>()
    const held = asViewer(buyer, () =>
      inTransaction(pool.db, async (tx) => {
        await sql`select set_config('idle_in_transaction_session_timeout', '30s', true)`.execute(tx)
        holding.resolve()
        await new Promise<void>((done) => (release = done))
        return seen(tx)
      }),
    )
    await holding.promise
    const write = () => sql`update users set location = 'moved' where id = ${seller}`
    const refused = await Promise.allSettled([
      asViewer(seller, () => inTransaction(pool.db, (tx) => write().execute(tx))),
      asViewer(seller, () => write().execute(pool.db)),
    ])
    expect(refused).toMatchObject([
      { status: 'rejected', reason: { code: 'busy' } },
      // Of the pooler, or on a busy machine of the connection before it.
      { status: 'rejected', reason: { message: expect.stringMatching(/query_wait_timeout|timeout exceeded when /) } },
    ])
    release()
    expect(await held).toEqual([buyer])
    expect(await viewOf(seller)).toBe(before)
  })

  async function onSleeping(end: string): Promise<number | null> {
    const { rowCount } = await testApp.owner.query(
      `select ${end}(pid) from pg_stat_activity
       where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`,
    )
    return rowCount
  }

  async function viewOf(user: string): Promise<unknown> {
    return (await testApp.owner.query('select location from users where id = $1', [user])).rows[0].location
  }
})
