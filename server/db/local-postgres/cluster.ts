import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from './tcp.ts'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './folder.ts'
import { isAlive } from './owner.ts'
import { asRunner, changeOwner } from './runner.ts'
import type { Runner } from './runner.ts'

/** The major version whose files the bundled programs can read. */
const postgresVersion = '18'

type Setup = {
  folder: DataFolder
  binaries: Binaries
  runner: Runner
  address: Address
  log: (message: string) => void
}

/**
 * Makes the database cluster when there is none: UTF-8, the builtin C.UTF-8 locale (the same order on every
 * machine), page checksums. It is built in a temporary folder and renamed, so an interruption leaves no partial cluster,
 * and of two processes that try concurrently one wins and the other uses the winner's.
 */
export async function ensureCluster(setup: Setup): Promise<void> {
  const { folder, runner } = setup
  const version = await versionOf(folder.cluster)
  if (version === null) {
    setup.log('Creating the local Postgres database')
    await buildCluster(setup)
  } else if (version !== postgresVersion) {
    throw new Error(
      `${folder.cluster} was made by Postgres ${version}; this is Postgres ${postgresVersion}. ` +
        'Move the folder away, or carry its data over with pg_dump.',
    )
  }
  await changeOwner(runner, folder.cluster)
  // A copied folder may have lost its mode, and Postgres refuses one that others can read.
  if (process.platform !== 'win32') await chmod(folder.cluster, 0o700)
}

async function versionOf(cluster: string): Promise<string | null> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch {
    return null
  }
}

async function buildCluster(setup: Setup): Promise<void> {
  const { folder, runner } = setup
  await removeLeftovers(folder)
  const unfinished = join(folder.path, `postgres.new-${process.pid}`)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    await changeOwner(runner, unfinished)
    await runInitdb(setup, unfinished)
    await rename(unfinished, folder.cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if ((await versionOf(folder.cluster)) !== postgresVersion) throw error
  }
}

/** Removes the leftovers of processes that were killed while they made a cluster. */
async function removeLeftovers(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.path)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue
    await rm(join(folder.path, name), { recursive: true, force: true })
  }
}

async function runInitdb(setup: Setup, cluster: string): Promise<void> {
  const { binaries, runner, address, folder } = setup
  const args = [`--pgdata=${cluster}`, '--username=sarraf', '--encoding=UTF8', '--data-checksums']
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  if (address.password === undefined) {
    await runToEnd(runner, binaries.initdb, [...args, '--auth=trust'])
    return
  }
  const passwordFile = join(folder.path, `postgres-password-${process.pid}`)
  await writeFile(passwordFile, address.password, { mode: 0o600 })
  try {
    const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await runToEnd(runner, binaries.initdb, [...args, ...access])
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function runToEnd(runner: Runner, program: string, args: string[]): Promise<void> {
  const [command, ...rest] = [...runner.prefix, program, ...args]
  return new Promise((done, fail) => {
    const child = spawn(command!, rest, {
      ...asRunner(runner),
      cwd: '/',
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let text = ''
    child.stderr.on('data', (part: Buffer) => (text += part.toString()))
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`initdb failed: ${text}`))))
  })
}
