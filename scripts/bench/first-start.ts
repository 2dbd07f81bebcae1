import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/db/local-postgres/free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LOOK_EVERY_MS = 100

/**
 * Seconds from `npm start` in a fresh clone of the last commit, with libraries but without build, caches and database, until it has sent
 * the landing page. Throws with what it printed when it ends before.
 */
export async function measureFirstStart(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-first-start-'))
  try {
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder])
    await linkLibraries(join(root, 'node_modules'), join(folder, 'node_modules'))
    return await secondsToPage(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Without the caches that earlier builds left between them. */
async function linkLibraries(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (!name.startsWith('.')) await symlink(join(from, name), join(to, name), 'junction')
  }
}

async function secondsToPage(folder: string): Promise<number> {
  const port = await freePort('localhost')
  const { PATH, HOME } = process.env
  const began = performance.now()
  const npm = spawn('npm', ['start'], { cwd: folder, env: { PATH, HOME, PORT: String(port) } })
  let printed = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()))
  const ended = once(npm, 'close')
  try {
    await Promise.race([pageAt(`http://localhost:${port}`), ended.then(() => Promise.reject(new Error(printed)))])
    return (performance.now() - began) / 1000
  } finally {
    npm.kill()
    await ended
  }
}

async function pageAt(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return void (await answer.text())
    await sleep(LOOK_EVERY_MS)
  }
}
