import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from './owner.ts'
import type { Address } from './tcp.ts'

/** A running Postgres server, as its `postmaster.pid` describes it. */
export type Postmaster = { pid: number; address: Address }

/** Above every system's highest process id, so it never names a living process. */
const impossiblePid = 2_147_483_646

/**
 * The live server on a cluster, or null. After a crash or a reboot `postmaster.pid` may name a process that has
 * nothing to do with us, and Postgres would then always refuse to start. Such a file is not deleted but given
 * an impossible process id: Postgres still uses the rest of it to see whether old backends hold the memory.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = join(cluster, 'postmaster.pid')
  const lines = await readLines(file)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null
  if (!(await isPostmasterOf(pid, cluster))) {
    await disown(file, lines)
    return null
  }
  return { pid, address: await addressIn(lines, cluster) }
}

async function disown(file: string, lines: string[]): Promise<void> {
  const now = await readLines(file)
  // Another process has done the same and already runs a server: the file is its server's now.
  if (now[0] !== lines[0]) return
  await writeFile(file, [String(impossiblePid), ...lines.slice(1)].join('\n'))
}

function readLines(file: string): Promise<string[]> {
  return readFile(file, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
}

/** Asks a server to end its sessions and stop; a second call does no harm. */
export function stopPostmaster(postmaster: Postmaster): void {
  try {
    process.kill(postmaster.pid, 'SIGINT')
  } catch {
    // It has just gone.
  }
}

/** A postmaster's working directory is its cluster's folder; where /proc is missing, its command line is compared. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    return cwd !== null && cwd === (await realpath(cluster))
  }
  const ps = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  return ps.then(
    ({ stdout }) => stdout.includes(cluster),
    () => false,
  )
}

/** Lines 4 to 6 of the file: port, socket folder, TCP address. A file still being written has fewer. */
async function addressIn(lines: string[], cluster: string): Promise<Address> {
  const port = Number(lines[3])
  if (process.platform !== 'win32') return { host: lines[4] || cluster, port }
  const access = await readFile(join(cluster, '..', 'postgres-access.json'), 'utf8')
  return JSON.parse(access) as Address
}
