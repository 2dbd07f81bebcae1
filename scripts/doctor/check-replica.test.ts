/** The line of the replica, with a real one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogins, OWNER_LOGIN, urlsOf } from '../../server/db/logins.ts'
import type { DatabaseUrls } from '../../server/db/logins.ts'
import { migrate } from '../../server/db/migrate.ts'
import {
  hasDistributionPostgres,
  startDistributionPostgres,
} from '../../server/testing/servers/distribution-postgres.ts'
import type { DistributionPostgres, Replica } from '../../server/testing/servers/distribution-postgres.ts'
import { checkReplica } from './check-replica.ts'
import { findingOf } from './finding.ts'

test('the replica: not set', async () => {
  const settings = { databaseReplicaUrl: null, databaseDirectUrl: null, publicReadMs: 1000 }
  expect(await checkReplica('', settings)).toMatchObject({ state: 'ok', text: expect.stringMatching(/not set/) })
})

describe.skipIf(!hasDistributionPostgres)('the replica, where a distribution has installed Postgres', () => {
  let server: DistributionPostgres
  let replica: Replica
  let primary: DatabaseUrls
  let copy: DatabaseUrls
  beforeAll(async () => {
    server = await startDistributionPostgres()
    await createLogins(server.connectionString, async (admin) => {
      await admin.query(`create database sarraf owner ${OWNER_LOGIN} template template0`)
    })
    primary = urlsOf(new URL('/sarraf', server.connectionString).href)
    await migrate(primary.ownerUrl)
    replica = await server.startReplica()
    copy = urlsOf(new URL('/sarraf', replica.connectionString).href)
  })
  afterAll(async () => {
    await replica?.stop()
    await server?.stop()
  })

  const found = (databaseReplicaUrl: string) =>
    findingOf(() => checkReplica(primary.appUrl, { databaseReplicaUrl, databaseDirectUrl: null, publicReadMs: 1000 }))

  test('is up to date, no replica, of a login that could do too much, and down', async () => {
    expect(await found(copy.appUrl)).toMatchObject({ state: 'ok', text: expect.stringMatching(/up to date/) })
    expect(await found(primary.appUrl)).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/can be written: give it a streaming replica/),
    })
    expect(await found(copy.ownerUrl)).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/DATABASE_REPLICA_URL/),
    })
    await replica.halt()
    expect(await found(copy.appUrl)).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/ECONNREFUSED.*Start it/),
    })
  })
})
