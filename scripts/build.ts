import { spawn } from 'node:child_process'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { codeOf } from '../server/db/error-codes.ts'
import { LANGUAGES } from '../domain/languages.ts'
import { isAlive } from '../server/db/local-postgres/owner.ts'
import { BUNDLER, STAMP, assertBuilt, canBuild, sourceStamp } from './build-stamp.ts'
import { compressFiles } from './bundle/compress-files.ts'
import { BAND, manifestOf, operatorFiles } from './bundle/operator-files.ts'
import { readOperator } from '../server/operator/operator.ts'
import { OperatorError } from '../server/setting-values.ts'
import { reportRefusal } from '../server/start-refusal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = join(root, 'build/client')
const stampFile = join(root, STAMP)
const lockFile = join(root, 'build/lock')
/** What is the operator's to change. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])
/** A bundler makes many objects that live for a moment: with Node's own 16 MB it spends a tenth of its time collecting them. */
const YOUNG_GENERATION = '--max-semi-space-size=64'

/** Builds the web client into build/client, with a .br and a .gz of every text file but the pages, which the server compresses. */
export async function buildWeb(): Promise<void> {
  await buildPages()
  await withLock(() => compressFiles(client))
}

/**
 * Everything that the server needs, unless it was made from these very sources: the bundles, then the pages. Of two
 * processes that start concurrently, one builds it. Throws with the build's own output when it fails.
 */
async function buildPages(): Promise<void> {
  const stamp = await sourceStamp(root)
  if (await isCurrent(stamp)) return
  if (!canBuild(root)) await assertBuilt(root)
  await withLock(async () => {
    if (await isCurrent(stamp)) return
    console.log('Building the web client; the next start finds it done')
    await rm(stampFile, { force: true })
    await run(BUNDLER, 'build')
    await nameFiles()
    await run('scripts/write-pages.ts')
    await writeFile(stampFile, `${stamp} ${await builtAt()}`)
  })
}

/** The stamp also holds the pages' modification time: a build made by the bundler alone lacks the pages. */
async function isCurrent(stamp: string): Promise<boolean> {
  const found = await readFile(stampFile, 'utf8').catch(() => null)
  return found === `${stamp} ${await builtAt()}`
}

async function builtAt(): Promise<string> {
  const page = await stat(join(client, 'index.html')).catch(() => null)
  return String(page?.mtimeMs ?? 'never')
}

/** Waits for another build to end. The lock of a process that was killed is taken over. */
async function withLock(work: () => Promise<void>): Promise<void> {
  await mkdir(dirname(lockFile), { recursive: true })
  while (!(await takeLock())) {
    await sleep(200)
    const holder = Number(await readFile(lockFile, 'utf8').catch(() => process.pid))
    if (!isAlive(holder)) await rm(lockFile, { force: true })
  }
  try {
    await work()
  } finally {
    await rm(lockFile, { force: true })
  }
}

async function takeLock(): Promise<boolean> {
  try {
    const file = await open(lockFile, 'wx')
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  }
}

/** Each step in a separate process, which ends with this one: React chooses its production build by the environment it is loaded in. */
async function run(program: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [YOUNG_GENERATION, join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (output += part.toString()))
  }
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done))
  process.off('exit', stop)
  if (code !== 0) throw new Error(`The web client could not be built.\n${output}`)
}

/** The files of public/ are copied as they are: in them, the asset, and the operator's name, mark and colours. */
async function nameFiles(): Promise<void> {
  const operator = readOperator(process.env.OPERATOR)
  for (const language of LANGUAGES) {
    const file = join(client, `app.${language}.webmanifest`)
    await writeFile(file, manifestOf(await readFile(file, 'utf8'), language, operator))
  }
  const worker = join(client, 'sw.js')
  await writeFile(worker, (await readFile(worker, 'utf8')).replaceAll(BAND, operator.colours.band.canvas))
  for (const [name, make] of operatorFiles(operator)) await writeFile(join(client, name), await make())
}

if (import.meta.main) {
  // Only a process that forked this one has a channel to it: the build ends with that process.
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
  try {
    if (process.argv.includes('--pages-only')) await buildPages()
    else await buildWeb()
  } catch (error) {
    if (!UNWRITABLE.has(codeOf(error) ?? '') && !(error instanceof OperatorError)) throw error
    reportRefusal(error)
  }
}
