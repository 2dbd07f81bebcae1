import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../db/local-postgres/owner.ts'
import { findPostmaster } from '../../db/local-postgres/postmaster.ts'
import { signalWithChildren } from '../servers/signal-with-children.ts'

/** SIGKILL to a cluster's postmaster and to every process of it, as when the machine loses power. */
export async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'))
  if (!postmaster) throw new Error('there is no Postgres to kill')
  signalWithChildren(postmaster.pid, 'SIGKILL')
  while (isAlive(postmaster.pid)) await sleep(2)
}
