/** Visitors read from a real streaming replica while it is young enough, and from the primary else. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { call, startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { postOffer, signUp } from '../testing/accounts/users.ts'
import { openOwnerPool } from '../testing/owner-pool.ts'
import { hasDistributionPostgres, startDistributionPostgres } from '../testing/servers/distribution-postgres.ts'
import type { DistributionPostgres, Replica } from '../testing/servers/distribution-postgres.ts'
import { readScrape } from '../testing/prometheus.ts'
import { createLogins, OWNER_LOGIN, urlsOf } from './logins.ts'
import type { DatabaseUrls } from './logins.ts'
import { migrate } from './migrate.ts'
import { inRepeatedTransaction, isBusy, openPublicReads, sql } from './pool.ts'
import type { Db, DbOrTx, Pool } from './pool.ts'
import { openReplicaReads } from './replica.ts'
import type { ReplicaReads } from './replica.ts'
import { NOTHING, asSystem, asViewer } from './scope.ts'

const LAG_MAX_MS = 500
const POLL_MS = 50
const log = pino({ level: 'silent' })

describe.skipIf(!hasDistributionPostgres)('with a streaming replica', () => {
  let server: DistributionPostgres
  let replica: Replica
  let urls: DatabaseUrls
  let replicaUrl: string
  let testApp: TestApp
  let primary: Pool

  beforeAll(async () => {
    server = await startDistributionPostgres()
    await createLogins(server.connectionString, async (admin) => {
      await admin.query(`create database sarraf owner ${OWNER_LOGIN} template template0`)
    })
    const connectionString = new URL('/sarraf', server.connectionString).href
    urls = urlsOf(connectionString)
    await migrate(urls.ownerUrl)
    replica = await server.startReplica()
    replicaUrl = urlsOf(new URL('/sarraf', replica.connectionString).href).appUrl
    testApp = await startTestApp(
      { databaseReplicaUrl: replicaUrl, metricsPort: 9464 },
      { connectionString, ...urls, drop: async () => {} },
    )
    primary = openPublicReads(urls.appUrl, 1000, NOTHING)
  })
  afterAll(async () => {
    await primary?.close()
    await testApp?.close()
    await replica?.stop()
    await server?.stop()
  })

  const open = (connectionString = replicaUrl, options: Partial<Parameters<typeof openReplicaReads>[1]> = {}) =>
    openReplicaReads(connectionString, {
      primary,
      primaryUrl: urls.appUrl,
      mode: 'session',
      timeoutMs: 1000,
      log,
      lagMaxMs: LAG_MAX_MS,
      pollMs: POLL_MS,
      ...options,
    })

  async function using(work: (reads: ReplicaReads) => Promise<void>): Promise<void> {
    const reads = await open()
    try {
      await expect.poll(() => isOnReplica(reads.db)).toBe(true)
      await work(reads)
    } finally {
      await reads.close()
    }
  }

  async function asReplicaOwner(statement: string) {
    const owner = openOwnerPool(replica.connectionString, 1)
    try {
      return await owner.query(statement)
    } finally {
      await owner.end()
    }
  }

  const write = () => testApp.owner.query('create table if not exists written (); drop table written')

  test('visitors read from it, and signed-in users and the system from the primary', async () => {
    const { publicReads: db } = testApp.context
    await expect.poll(() => isOnReplica(db)).toBe(true)
    expect(await asViewer(crypto.randomUUID(), () => isRecovering(db))).toBe(false)
    expect(await asSystem('staff', () => isRecovering(db))).toBe(false)
    expect(await asViewer(null, () => db.transaction().execute((tx) => isRecovering(tx)))).toBe(true)
  })

  test('an owner sees a new offer immediately, and visitors once it is replayed', async () => {
    const seller = await signUp(testApp.app, 'seller')
    await asReplicaOwner('select pg_wal_replay_pause()')
    const offer = await postOffer(seller)
    expect((await seller.get(`/api/offers/${offer.id}`)).status).toBe(200)
    await asReplicaOwner('select pg_wal_replay_resume()')
    const status = async () => (await call(testApp.app, 'GET', `/api/offers/${offer.id}`)).status
    await expect.poll(status).toBe(200)
  })

  test('a primary that writes nothing makes it no older', () =>
    using(async (reads) => {
      let looks = 0
      let last = reads.lagSeconds()
      // Together longer than the bound.
      const many = (2 * LAG_MAX_MS) / POLL_MS
      const count = async () => {
        expect(await isOnReplica(reads.db)).toBe(true)
        const next = reads.lagSeconds()
        if (next < last) looks++
        last = next
        return looks
      }
      await expect.poll(count, { interval: POLL_MS / 5, timeout: 10_000 }).toBeGreaterThan(many)
    }))

  test('beyond the bound reads go to the primary, and come back', () =>
    using(async (reads) => {
      await asReplicaOwner('select pg_wal_replay_pause()')
      await write()
      await expect.poll(() => isOnReplica(reads.db)).toBe(false)
      expect(reads.lagSeconds()).toBe(Infinity)
      await asReplicaOwner('select pg_wal_replay_resume()')
      await expect.poll(() => isOnReplica(reads.db)).toBe(true)
      expect(reads.lagSeconds()).toBeLessThanOrEqual(LAG_MAX_MS / 1000)
    }))

  test('with all its connections in use it stays in use, and further reads go to the primary', async () => {
    const reads = await open(replicaUrl, { timeoutMs: 5000, lagMaxMs: 3000 })
    let isDone = false
    const ages: number[] = []
    const watch = async () => {
      while (!isDone) {
        ages.push(reads.lagSeconds())
        await wait(POLL_MS / 5)
      }
    }
    try {
      const watching = watch()
      const slow = Array.from({ length: 8 }, () => asViewer(null, () => sleepOn(reads.db, 2)))
      expect(await isOnReplica(reads.db)).toBe(false)
      expect(await Promise.all(slow)).toEqual(Array.from({ length: 8 }, () => true))
      expect(await isOnReplica(reads.db)).toBe(true)
      isDone = true
      await watching
      expect(Math.max(...ages)).toBeLessThan(Infinity)
    } finally {
      isDone = true
      await reads.close()
    }
  })

  test('a read that it breaks off is repeated on the primary, and a transaction while none of its statements was answered', () =>
    using(async (reads) => {
      const breakOff = async () => {
        const ended =
          "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'sarraf_app' and query like '%pg_sleep(20)%'"
        await expect.poll(async () => (await asReplicaOwner(ended)).rowCount).toBe(1)
      }
      const broken = async (read: () => Promise<boolean>) => {
        await expect.poll(() => isOnReplica(reads.db)).toBe(true)
        const [answer] = await Promise.allSettled([asViewer(null, read), breakOff()])
        return answer.status === 'fulfilled' ? answer.value : isBusy(answer.reason) && 'busy'
      }
      const sleepIn = (before: (tx: DbOrTx) => Promise<unknown>) => () =>
        reads.db.transaction().execute(async (tx) => {
          await before(tx)
          return sleepOn(tx, 20)
        })
      expect(await broken(() => sleepOn(reads.db, 20))).toBe(false)
      expect(await broken(sleepIn(async () => {}))).toBe(false)
      expect(await broken(sleepIn(isRecovering))).toBe('busy')
    }))

  test('a transaction that conflicts with its recovery, after an answer, is repeated', () =>
    using(async (reads) => {
      const answers: boolean[] = []
      const read = () =>
        inRepeatedTransaction(reads.db, async (tx) => {
          answers.push(await isRecovering(tx))
          if (answers.length === 1)
            await sql`do $$ begin raise exception 'conflict with recovery' using errcode = '40001'; end $$`.execute(tx)
          return 'read'
        })
      expect(await asViewer(null, read)).toBe('read')
      expect(answers).toHaveLength(2)
      expect(answers[0]).toBe(true)
    }))

  test('the metrics have its age, and its connections', async () => {
    const value = async (name: string, labels: Record<string, string>) =>
      readScrape(await testApp.context.metrics!.read()).value(name, labels)
    const pool = 'replica_reads'
    await expect.poll(() => value('sarraf_replica_lag_seconds', { pool })).toBeLessThanOrEqual(3)
    expect(await value('sarraf_database_connections', { pool, state: 'idle' })).toBeGreaterThan(0)
  })

  test('no read fails while it stops, and it is used again once it is back', () =>
    using(async (reads) => {
      let isStopped = false
      const stopping = replica.halt().then(() => (isStopped = true))
      let last = true
      while (!isStopped || last) last = await isOnReplica(reads.db)
      await stopping
      const meanwhile = await open()
      expect(await isOnReplica(meanwhile.db)).toBe(false)
      await meanwhile.close()
      await replica.start()
      await expect.poll(() => isOnReplica(reads.db), { timeout: 10_000 }).toBe(true)
    }))

  test('it may be behind a pooler by transaction as well', async () => {
    const reads = await open(replicaUrl, { mode: 'transaction' })
    expect(await isOnReplica(reads.db)).toBe(true)
    await expect(asViewer(null, () => sql`create table written ()`.execute(reads.db))).rejects.toMatchObject({
      code: '25006',
    })
    await reads.close()
  })

  test('an address that is no replica of the primary is refused, and another login as well', async () => {
    await expect(open(urls.appUrl)).rejects.toThrow(
      'DATABASE_REPLICA_URL leads to a database that can be written: give it a streaming replica.',
    )
    const elsewhere = new URL('/postgres', replica.connectionString).href
    await expect(open(elsewhere)).rejects.toThrow(/^DATABASE_REPLICA_URL is refused: the login postgres is a superuser/)
    const owner = urlsOf(new URL('/sarraf', replica.connectionString).href).ownerUrl
    await expect(open(owner)).rejects.toThrow(/^DATABASE_REPLICA_URL is refused: the login sarraf_owner owns/)
  })

  test('once it is promoted, it is not read from', () =>
    using(async (reads) => {
      await asReplicaOwner('select pg_promote()')
      // Until it is noticed, the promoted one answers, and is no replica either.
      await expect.poll(() => reads.lagSeconds()).toBe(Infinity)
      expect(await isOnReplica(reads.db)).toBe(false)
      await write()
      expect(reads.lagSeconds()).toBe(Infinity)
    }))

  test('after that a replica of the former primary is not read from, though its log is longer, and one of the new primary is', async () => {
    const appUrlOf = (of: Replica) => urlsOf(new URL('/sarraf', of.connectionString).href).appUrl
    const primaryUrl = replicaUrl
    const newPrimary = openPublicReads(primaryUrl, 1000, NOTHING)
    const started = [await server.startReplica(), await replica.startReplica()] as const
    try {
      await testApp.owner.query('create table longer as select n from generate_series(1, 200000) n')
      const [ofFormer, ofNew] = started
      const former = await open(appUrlOf(ofFormer), { primary: newPrimary, primaryUrl })
      expect(former.lagSeconds()).toBe(Infinity)
      await former.close()
      const next = await open(appUrlOf(ofNew), { primary: newPrimary, primaryUrl })
      await expect.poll(() => isOnReplica(next.db)).toBe(true)
      await next.close()
    } finally {
      for (const each of started) await each.stop()
      await newPrimary.close()
    }
  })
})

function isOnReplica(db: Db): Promise<boolean> {
  return asViewer(null, () => isRecovering(db))
}

/** Whether it did so on the replica. */
async function sleepOn(db: DbOrTx, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ isIt: boolean }>`
    select pg_is_in_recovery() as is_it from (select case when pg_is_in_recovery() then pg_sleep(${sql.lit(seconds)}) end) slept
    `.execute(db)
  return rows[0]!.isIt
}

async function isRecovering(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ isIt: boolean }>`select pg_is_in_recovery() as is_it`.execute(db)
  return rows[0]!.isIt
}
