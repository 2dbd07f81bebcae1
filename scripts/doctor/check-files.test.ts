/** The store as it is right, and as it is not; and files that lie where the settings do not reach. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreError, openObjectStore } from '../../server/files/object-store.ts'
import type { ObjectStore } from '../../server/files/object-store.ts'
import { fileSettings } from '../../server/files/settings.ts'
import { createTestDatabase } from '../../server/testing/database.ts'
import type { TestDatabase } from '../../server/testing/database.ts'
import { openOwnerPool } from '../../server/testing/owner-pool.ts'
import { startObjectStore } from '../../server/testing/servers/object-store.ts'
import type { TestStore } from '../../server/testing/servers/object-store.ts'
import { asOutsider } from '../../server/testing/time-travel.ts'
import { checkPlaces, checkStore } from './check-files.ts'

let store: TestStore
let database: TestDatabase
beforeAll(async () => {
  store = await startObjectStore()
  database = await createTestDatabase()
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const settings = (changes: NodeJS.ProcessEnv = {}) => ({
  databaseDirectUrl: null,
  files: fileSettings({
    S3_URL: store.settings.url,
    S3_ACCESS_KEY_ID: store.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
    ...changes,
  }),
})
const withOut = { files: fileSettings({}), databaseDirectUrl: null }

test('no store, and one that takes, gives back and deletes', async () => {
  expect(await checkStore(withOut)).toMatchObject({ state: 'ok', text: expect.stringContaining('lie in Postgres') })
  expect(await checkStore(settings())).toMatchObject({ state: 'ok', text: expect.stringContaining('gives it back') })
  expect((await store.objects()).size).toBe(0)
})

test('a wrong key, no bucket, and no store say what to do', async () => {
  expect(await checkStore(settings({ S3_SECRET_ACCESS_KEY: 'another' }))).toMatchObject({
    state: 'failed',
    text: expect.stringMatching(/answers with 403 \(SignatureDoesNotMatch\)\. Check S3_ACCESS_KEY_ID/),
  })
  const elsewhere = store.settings.url.replace('/files', '/others')
  expect(await checkStore(settings({ S3_URL: elsewhere }))).toMatchObject({
    state: 'failed',
    text: expect.stringMatching(/NoSuchBucket.*Create the bucket/),
  })
  expect(await checkStore(settings({ S3_URL: 'http://127.0.0.1:1/files' }))).toMatchObject({
    state: 'failed',
    text: expect.stringMatching(/cannot be reached(?: \(\w+\))?\. Check S3_URL/),
  })
})

test('a store that loses, exchanges or keeps what it should not is found', async () => {
  const objects = openObjectStore(store.settings)
  const withStore = (changes: Partial<ObjectStore>) => checkStore(settings(), () => ({ ...objects, ...changes }))
  const unfit = { state: 'failed', text: expect.stringContaining('does not keep what it takes') }
  expect(await withStore({ put: async () => {} })).toMatchObject(unfit)
  expect(await withStore({ get: async (_key, size) => randomBytes(size) })).toMatchObject(unfit)
  expect(await withStore({ delete: async () => {} })).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('A deleted object is still there'),
  })
})

test('files in a store without its settings, and files that are moved back', async () => {
  const { appUrl, connectionString } = database
  expect(await checkPlaces(appUrl, settings())).toMatchObject({ state: 'ok', text: expect.stringMatching(/^0 files/) })
  const owner = openOwnerPool(connectionString, 1)
  await asOutsider(owner, [
    `insert into stored_objects (id, of_table, of_id, bytes, sha256, data_key, status, delete_at)
     values (gen_random_uuid(), 'trade_images', gen_random_uuid(), 1, sha256(''), decode(repeat('00', 69), 'hex'), 'held', null)`,
  ])
  await owner.end()
  expect(await checkPlaces(appUrl, withOut)).toMatchObject({
    state: 'failed',
    text: expect.stringMatching(/1 in the store.*S3_URL is not set/),
  })
  const there = () => ({
    ...openObjectStore(store.settings),
    get: async (_key: string, size: number) => randomBytes(size),
  })
  expect(await checkPlaces(appUrl, settings({ FILES_IN: 'postgres' }), there)).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('keep S3_URL until'),
  })
  expect(await checkPlaces(appUrl, settings(), there)).toMatchObject({ state: 'ok' })
  expect(await checkPlaces(appUrl, settings())).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('check whether S3_URL names the bucket'),
  })
})

test('a key that may not list the bucket is told so', async () => {
  const objects = openObjectStore(store.settings)
  let deleted = false
  const forbidding = {
    ...objects,
    delete: async (key: string) => {
      deleted = true
      await objects.delete(key)
    },
    get: async (key: string, size: number) => {
      if (deleted) throw new StoreError('The store answers with 403 (AccessDenied).', 403)
      return objects.get(key, size)
    },
  }
  expect(await checkStore(settings(), () => forbidding)).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('allow the key to list the bucket'),
  })
})
