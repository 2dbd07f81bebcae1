/** Whether visitors can read from the replica, by what the server itself checks at its start. */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import type { Config } from '../../server/config.ts'
import { openPublicReads, poolModeOf } from '../../server/db/pool.ts'
import { REPLICA_LAG_MAX_MS, openReplicaReads } from '../../server/db/replica.ts'
import { NOTHING } from '../../server/db/scope.ts'
import { ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const LOOK_MS = 100

type Settings = Pick<Config, 'databaseReplicaUrl' | 'databaseDirectUrl' | 'publicReadMs'>

/** Throws what the server would refuse to start with. */
export async function checkReplica(appUrl: string, settings: Settings): Promise<Finding> {
  const { databaseReplicaUrl: replicaUrl, publicReadMs: timeoutMs } = settings
  if (replicaUrl === null) return ok('DATABASE_REPLICA_URL is not set: visitors read from the primary.')
  const mode = poolModeOf(settings)
  let reason = `it is older than ${REPLICA_LAG_MAX_MS / 1000} s`
  const write = (line: string) => {
    const { err } = JSON.parse(line) as { err?: { message: string } }
    if (err) reason = err.message
  }
  const primary = openPublicReads(appUrl, timeoutMs, NOTHING, mode)
  try {
    const log = pino({ level: 'warn' }, { write })
    const replica = await openReplicaReads(replicaUrl, {
      primary,
      primaryUrl: appUrl,
      mode,
      timeoutMs,
      log,
      pollMs: LOOK_MS,
    })
    try {
      // One that is a moment behind has caught up by then.
      for (let waited = 0; replica.lagSeconds() === Infinity && waited < REPLICA_LAG_MAX_MS; waited += LOOK_MS)
        await wait(LOOK_MS)
      if (replica.lagSeconds() < Infinity) return ok('The replica is of this database and up to date.')
    } finally {
      await replica.close()
    }
  } finally {
    await primary.close()
  }
  return warning(
    `The replica of DATABASE_REPLICA_URL is not used, and visitors read from the primary: ${reason}. Start it or wait until it has caught ` +
      'up, or remove the setting.',
  )
}
