/** Whether the store of files takes, gives back and deletes an object, and whether files lie where the settings do not reach. */
import { randomBytes } from 'node:crypto'
import { STORED_BYTES_MAX } from '../../domain/pictures.ts'
import type { Config } from '../../server/config.ts'
import { openPool, poolModeOf, sql } from '../../server/db/pool.ts'
import type { Db } from '../../server/db/pool.ts'
import { SYSTEM } from '../../server/db/scope.ts'
import { countFiles } from '../../server/files/count-files.ts'
import type { FileCounts } from '../../server/files/count-files.ts'
import { ObjectUnusable, StoreError, openObjectStore } from '../../server/files/object-store.ts'
import type { ObjectStore } from '../../server/files/object-store.ts'
import type { StoreSettings } from '../../server/files/settings.ts'
import { SEAL_BYTES } from '../../server/files/stored-bytes.ts'
import { failed, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

type Settings = Pick<Config, 'files'>
/** As long as the object of the largest picture. */
const PROBE_BYTES = STORED_BYTES_MAX + SEAL_BYTES
const FORBIDDEN = 403

class MissingForbidden extends Error {}

/** Writes an object of its own, and deletes it again. */
export async function checkStore({ files: { store } }: Settings, open = openObjectStore): Promise<Finding> {
  if (store === null) return ok('S3_URL is not set: files lie in Postgres.')
  const place = new URL(store.url).host
  try {
    await probe(open(store))
    return ok(`The store at ${place} takes an object, gives it back and deletes it.`)
  } catch (error) {
    if (error instanceof MissingForbidden)
      return failed(
        `The store at ${place} answers with 403 where there is no object: allow the key to list the bucket, so that a missing object is told from a forbidden one.`,
      )
    if (error instanceof ObjectUnusable)
      return failed(`The store at ${place} does not keep what it takes (${error.message}): use another one.`)
    if (!(error instanceof StoreError)) throw error
    return failed(`${error.message.replace(/^The store/, `The store at ${place}`)} ${remedyFor(error, store)}`)
  }
}

async function probe(objects: ObjectStore): Promise<void> {
  const key = `doctor-${crypto.randomUUID()}`
  const bytes = randomBytes(PROBE_BYTES)
  await objects.put(key, bytes)
  let found: Buffer
  try {
    found = await objects.get(key, bytes.length)
  } finally {
    await objects.delete(key)
  }
  if (!found.equals(bytes)) throw new ObjectUnusable('The object in the store has other bytes.')
  await objects.get(key, bytes.length).then(
    () => {
      throw new ObjectUnusable('A deleted object is still there.')
    },
    (error: unknown) => {
      if (error instanceof StoreError && error.status === FORBIDDEN) throw new MissingForbidden()
      if (!(error instanceof ObjectUnusable)) throw error
    },
  )
}

function remedyFor({ status, message }: StoreError, { url, region }: StoreSettings): string {
  if (status === null)
    return 'Check S3_URL, the network and the name of the host. No upload waits for the store, and no file there can be read.'
  if (/NoSuchBucket/.test(message)) return 'Create the bucket, or name it in S3_URL.'
  if (status >= 300 && status < 400)
    return `Set S3_URL to the address of the bucket in its own region, and S3_REGION, which is ${region}.`
  if (status === 401 || status === 403)
    return 'Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the clock, and allow the key to put, get and delete objects of the bucket, and to list it.'
  if (status < 500) return `Check whether ${url} is the address of a bucket.`
  return 'Try again, and ask who runs the store.'
}

/** Files that lie in a store can be read only with its settings. */
export async function checkPlaces(
  appUrl: string,
  { databaseDirectUrl, files: { place, store } }: Settings & Pick<Config, 'databaseDirectUrl'>,
  open = openObjectStore,
): Promise<Finding> {
  const pool = await openPool(appUrl, 1, SYSTEM, poolModeOf({ databaseDirectUrl }))
  let counts: FileCounts
  let lost: string | null
  try {
    counts = await countFiles(pool.db)
    lost = store === null ? null : await lostObject(pool.db, open(store))
  } finally {
    await pool.close()
  }
  const { inPostgres, inStore, toDelete } = counts
  const found = `${inPostgres} files lie in Postgres, ${inStore} in the store; ${toDelete} objects are on their way or to be deleted.`
  if (store === null && inStore > 0)
    return failed(
      `${found} S3_URL is not set, so that these files cannot be read: set it, and FILES_IN=postgres to move them back.`,
    )
  if (store === null && toDelete > 0)
    return warning(`${found} S3_URL is not set, so that they stay in the bucket: set it until none is to be deleted.`)
  if (lost !== null)
    return failed(
      `${found} The object ${lost} of a file is not in the bucket: check whether S3_URL names the bucket of these files.`,
    )
  if (place === 's3' && inPostgres > 0)
    return ok(`${found} The worker moves them to the store; "npm run files" moves them without a pause.`)
  if (place === 'postgres' && inStore > 0)
    return warning(
      `${found} The worker moves them back: keep S3_URL until "npm run files" prints that none lies in the store and none is to be deleted.`,
    )
  return ok(found)
}

/** The id of the newest object of a file where the store does not have it; null where it has, or does not answer. */
async function lostObject(db: Db, objects: ObjectStore): Promise<string | null> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, bytes from stored_objects where status = 'held' order by created_at desc limit 1`.execute(db)
  const [object] = rows
  if (!object) return null
  try {
    await objects.get(object.id, object.bytes + SEAL_BYTES)
    return null
  } catch (error) {
    if (error instanceof ObjectUnusable || (error instanceof StoreError && error.status !== null)) return object.id
    return null
  }
}
