import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../db/local-postgres/owner.ts'
import { findPostmaster } from '../../db/local-postgres/postmaster.ts'
import { signalWithChildren } from './signal-with-children.ts'
import type { ProcessSignal } from './signal-with-children.ts'

/** To a cluster's postmaster and to every process of it: SIGKILL as when the machine loses power, SIGSTOP as when it freezes. */
export async function signalPostgres(dataDir: string, signal: ProcessSignal): Promise<void> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'))
  if (!postmaster) throw new Error('there is no Postgres')
  signalWithChildren(postmaster.pid, signal)
  while (signal === 'SIGKILL' && isAlive(postmaster.pid)) await sleep(2)
}
