/** `npm run files` and `npm run rotate-keys` beside a server, run as an operator runs them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyring } from '../db/encryption/keyring.ts'
import { TEST_SECRET } from '../testing/accounts/secret.ts'
import { tradingPair, withRecord } from '../testing/accounts/users.ts'
import { startObjectStore } from '../testing/servers/object-store.ts'
import type { TestStore } from '../testing/servers/object-store.ts'
import { useTestApp } from '../testing/suite.ts'
import { addFile, originOf, pdf } from '../testing/uploads.ts'
import { readFile } from '../trades/evidence/read-file.ts'
import { countFiles } from './count-files.ts'
import { openObjectStore } from './object-store.ts'
import { plainEnvironment } from '../testing/plain-environment.ts'

const NEW = 'the secret that comes after it, just as long'
const PATIENT = { GET: 60_000, PUT: 60_000, DELETE: 60_000 }
const ADDED = 3
/** With the proof of the buyer's earlier trade. */
const FILES = ADDED + 1

const testApp = useTestApp()
let store: TestStore
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.close())

type Ended = { code: number; out: string; err: string }

function command(name: string, changes: NodeJS.ProcessEnv): Promise<Ended> {
  const { appUrl, ownerUrl } = testApp().database
  const { url, accessKeyId, secretAccessKey } = store.settings
  const env = {
    ...plainEnvironment(),
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    RATES: 'fixed',
    SECRET: TEST_SECRET,
    S3_URL: url,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    ...changes,
  }
  const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url))
  return new Promise((done) => {
    execFile(process.execPath, [script], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

test('files are moved to the store, keep their objects in a rotation of keys, and are moved back', async () => {
  const { app, context } = testApp()
  const origin = await originOf(app)
  const { buyer, trade } = await tradingPair(app, {}, await withRecord(app))
  const added: { id: string }[] = []
  for (let n = 0; n < ADDED; n++)
    added.push((await addFile(origin, buyer, trade.id, { file: pdf(`receipt ${n}`) })).body)

  const moved = await command('files', {})
  expect([moved.code, moved.err]).toEqual([0, ''])
  expect(moved.out).toContain(`Files in Postgres: 0. In the store: ${FILES}. Objects on their way or to be deleted: 0.`)
  const objects = await store.objects()
  expect(objects.size).toBe(FILES)

  const rotated = await command('rotate-keys', { SECRET: NEW, SECRET_PREVIOUS: TEST_SECRET })
  expect(rotated.err).toBe('')
  expect(rotated.out).toContain(`objects in the store: all ${FILES} are sealed under SECRET.`)
  expect(await store.objects()).toEqual(objects)
  const keyring = createKeyring({ current: NEW, previous: null })
  const reader = { ...context, keyring, objects: openObjectStore(store.settings, PATIENT) }
  for (const [n, { id }] of added.entries()) {
    const { bytes } = await readFile(reader, { tradeId: trade.id, fileId: id, readerId: buyer.id })
    expect(bytes.equals(pdf(`receipt ${n}`))).toBe(true)
  }

  const lost = await command('files', { SECRET: NEW, S3_URL: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' })
  expect([lost.code, lost.err]).toEqual([1, `${FILES} files lie in a store, and S3_URL is not set.\n`])
  const refused = await command('files', { SECRET: NEW, S3_SECRET_ACCESS_KEY: 'another', FILES_IN: 'postgres' })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('403 (SignatureDoesNotMatch)')])

  const back = await command('files', { SECRET: NEW, FILES_IN: 'postgres' })
  expect([back.code, back.err]).toEqual([0, ''])
  expect(back.out).toContain(`Files in Postgres: ${FILES}. In the store: 0.`)
  expect(await countFiles(context.db)).toEqual({ inPostgres: FILES, inStore: 0, toDelete: FILES })
})
