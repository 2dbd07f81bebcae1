import { spawn } from 'node:child_process'
import { chmod, chown, lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { ownerOf } from './folder.ts'
import type { DataFolder } from './folder.ts'

/**
 * How Postgres's programs are run. `prefix` goes before the command; `uid`, when set, is the user the process
 * becomes; `owner` is the user its files then belong to (undefined on Windows).
 */
export type Runner = { prefix: string[]; uid?: number; owner?: number }

const unprivilegedUid = 65534

/**
 * Chooses who runs Postgres, which refuses to run as root. A plain user runs it directly. Root runs it as the
 * owner of the existing cluster, else in a user namespace where root looks like a plain user (its files stay
 * root's), else, where namespaces are forbidden, as an unprivileged user who is given the cluster.
 */
export async function chooseRunner(folder: DataFolder, binaries: Binaries): Promise<Runner> {
  const me = process.getuid?.()
  if (me !== 0) return plainRunner(me, folder)
  const problems: string[] = []
  for (const candidate of await rootCandidates(folder)) {
    if (candidate.uid !== undefined) await letThrough(folder.path)
    const problem = await tryRunner(candidate, folder, binaries)
    if (problem === null) return candidate
    problems.push(problem)
  }
  throw new Error(
    'Postgres refuses to run as root, and no other way to run it worked here. Start as a plain user, ' +
      `or set DATABASE_URL to a server of Postgres 15 or later.\n${problems.join('\n')}`,
  )
}

/** Makes a path, and all below it, belong to the runner's user. Does nothing when it already does. */
export async function changeOwner(runner: Runner, path: string): Promise<void> {
  if (process.getuid?.() !== 0 || runner.owner === undefined) return
  if ((await ownerOf(path)) === runner.owner) return
  for (const entry of await readdir(path, { recursive: true })) {
    await lchown(join(path, entry), runner.owner, runner.owner)
  }
  await chown(path, runner.owner, runner.owner)
}

async function plainRunner(me: number | undefined, folder: DataFolder): Promise<Runner> {
  const owner = (await ownerOf(folder.cluster)) ?? (await ownerOf(folder.path))
  if (me !== undefined && owner !== me) {
    throw new Error(
      `The data folder ${folder.path} belongs to another user (uid ${owner}, this is uid ${me}). ` +
        'Start as that user, or set DATA_DIR to a folder of your own.',
    )
  }
  return { prefix: [], owner: me }
}

async function rootCandidates(folder: DataFolder): Promise<Runner[]> {
  const clusterOwner = (await ownerOf(folder.cluster)) ?? 0
  const parentOwner = (await ownerOf(dirname(folder.path))) ?? 0
  const asUser = (uid: number): Runner => ({ prefix: [], uid, owner: uid })
  if (clusterOwner !== 0) return [asUser(clusterOwner)]
  return [
    { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'], owner: 0 },
    ...(parentOwner === 0 ? [] : [asUser(parentOwner)]),
    asUser(unprivilegedUid),
  ]
}

/** Another user must be able to pass through the data folder, though not to list it. */
async function letThrough(path: string): Promise<void> {
  await chmod(path, (await stat(path)).mode | 0o011)
}

/** Null when Postgres runs this way and reaches the data folder; otherwise what went wrong. */
function tryRunner(runner: Runner, folder: DataFolder, binaries: Binaries): Promise<string | null> {
  const check = ['/bin/sh', '-c', '"$1" --version >/dev/null && test -x "$2"', 'sh']
  const [command, ...args] = [...runner.prefix, ...check, binaries.postgres, folder.path]
  return new Promise((done) => {
    const child = spawn(command!, args, {
      ...asRunner(runner),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let text = ''
    child.stderr.on('data', (part: Buffer) => (text += part.toString()))
    child.on('error', (error) => done(error.message))
    child.on('close', (code) => done(code === 0 ? null : `${command}: ${text.trim() || 'refused'}`))
  })
}

/** The spawn options that make a child run as the runner's user. */
export function asRunner(runner: Runner): { uid?: number; gid?: number } {
  return runner.uid === undefined ? {} : { uid: runner.uid, gid: runner.uid }
}
