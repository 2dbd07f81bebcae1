/**
 * `npm run files`: moves all files to where `FILES_IN` says, as the worker does in the background, and prints how many lie where. It may
 * run beside servers, with their settings, and can be stopped and started again.
 */
import type { Config } from '../server/config.ts'
import { readConfig } from '../server/config.ts'
import { createKeyring } from '../server/db/encryption/keyring.ts'
import { startLocalPostgres } from '../server/db/local-postgres/start.ts'
import { openPool, poolModeOf } from '../server/db/pool.ts'
import type { Db } from '../server/db/pool.ts'
import { SYSTEM } from '../server/db/scope.ts'
import { demoSecret } from '../server/demo-secret.ts'
import { countFiles } from '../server/files/count-files.ts'
import { deleteObjects } from '../server/files/delete-objects.ts'
import { moveFiles } from '../server/files/move-files.ts'
import { READ_MS, openObjectStore } from '../server/files/object-store.ts'
import { reportRefusal } from '../server/start-refusal.ts'

const CONNECTIONS = 2
const FILES_A_ROUND = 100
/** No reader waits for the command; but what it moves to the store must be given to readers in their time. */
const PATIENT_MS = 30_000

try {
  const config = readConfig()
  const local = config.databaseUrl === null ? await startLocalPostgres({ dataDir: config.dataDir }) : null
  try {
    const pool = await openPool(config.databaseUrl ?? local?.appUrl ?? '', CONNECTIONS, SYSTEM, poolModeOf(config))
    try {
      await moveAll(pool.db, config)
    } finally {
      await pool.close()
    }
  } finally {
    await local?.stop()
  }
} catch (error) {
  reportRefusal(error)
}

async function moveAll(db: Db, config: Config): Promise<void> {
  const { place, store } = config.files
  if (store !== null) {
    const current = config.secret ?? (await demoSecret(config.dataDir))
    const keyring = createKeyring({ current, previous: config.previousSecret })
    const within = { GET: place === 's3' ? READ_MS : PATIENT_MS, PUT: PATIENT_MS, DELETE: PATIENT_MS }
    const mover = { db, keyring, objects: openObjectStore(store, within) }
    const to = place === 's3' ? 'the store' : 'Postgres'
    let unreadable: readonly string[] = []
    for (let all = 0; ;) {
      const { moved, ...round } = await moveFiles(mover, place, { atMost: FILES_A_ROUND })
      unreadable = round.unreadable
      if (moved === 0) break
      all += moved
      console.log(`${all} files moved to ${to}`)
    }
    for (const objectId of unreadable)
      console.error(`The object ${objectId} is missing in the store, refused, or was changed.`)
    while ((await deleteObjects(mover)) > 0);
  }
  const { inPostgres, inStore, toDelete } = await countFiles(db)
  console.log(
    `Files in Postgres: ${inPostgres}. In the store: ${inStore}. Objects on their way or to be deleted: ${toDelete}.`,
  )
  const left = place === 's3' ? inPostgres : inStore
  if (left === 0) return
  console.error(
    store === null
      ? `${left} files lie in a store, and S3_URL is not set.`
      : `${left} files were not moved: run the command again in ten minutes.`,
  )
  process.exitCode = 1
}
