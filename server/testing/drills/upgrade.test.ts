/**
 * `npm run drill -- upgrade`: a later version takes over from the present one, and a release later what it no longer needs is dropped,
 * while users trade (docs/operations.md, "Upgrades"). No request fails, and on the way the former version can start again.
 * `--from=COMMIT` takes the former version from a commit with the same migrations; there is no release yet that has others. The later
 * version is always the present program.
 */
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startLocalPostgres } from '../../db/local-postgres/start.ts'
import { differences } from '../chaos/assertions.ts'
import { newWire } from '../chaos/retry-until-acknowledged.ts'
import { gatherTraders } from '../chaos/trading.ts'
import { exampleBeginning } from '../operations-page.ts'
import { hasHaproxy } from '../servers/haproxy.ts'
import { PRESENT_PROGRAM, startServerProcess } from '../servers/server-process.ts'
import { startRollingServers } from './rolling-servers.ts'
import { plainEnvironment } from '../plain-environment.ts'

/** Few in the short form: it runs beside the stories, and more would take their processor time. */
const LANES = Number(process.env.DRILL_TRADERS ?? 4)
const TRADERS = process.env.DRILL_TRADERS === undefined ? 10 : undefined
const SEED = Number(process.env.DRILL_SEED ?? randomInt(2 ** 31))
const FROM = process.env.DRILL_FROM ?? ''
const RUN_FROM = ['server', 'domain', 'scripts']
const READ_FROM = ['node_modules', 'operator', 'public', 'web', 'package.json']
const MIGRATIONS = 'server/db/migrations'
const execute = promisify(execFile)

test.skipIf(!hasHaproxy)(
  'a later version takes over while users trade: no request fails, and the former one can start again until the contraction',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sarraf-upgrade-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const former = FROM === '' ? PRESENT_PROGRAM : await checkOut(FROM, join(folder, 'former'))
    await assertSameMigrations(former)
    const { connectionString, appUrl, ownerUrl, stop } = await startLocalPostgres({ dataDir: join(folder, 'data') })
    onTestFinished(stop)
    const later = await copyWithMigrations(PRESENT_PROGRAM, join(folder, 'later'), [
      '9001_expand.sql',
      '9002_index.sql',
    ])
    const last = await copyWithMigrations(later, join(folder, 'last'), ['9003_contract.sql'])
    const migrate = (program: string) =>
      execute(process.execPath, [join(program, 'scripts/migrate.ts')], {
        env: { ...plainEnvironment(), DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl },
      })

    await migrate(former)
    const servers = await startRollingServers(appUrl, former)
    const wire = newWire(servers.url)
    const trading = await gatherTraders(wire, connectionString, SEED, LANES, TRADERS)
    trading.start()
    try {
      await trading.enough(1)
      await migrate(later)
      await servers.restartFirst(former)
      await servers.restart({}, later)
      await migrate(last)
      await servers.restartFirst(later)
      await servers.restartFirst(last)
      await trading.enough(2)
    } finally {
      await trading.stop()
    }
    await trading.settled()
    console.log(
      `seed ${SEED}: 2 migrations under load, ${servers.restarts()} restarts, ${wire.sent} requests, ${wire.cut} failed, ` +
        `${wire.busy} refused as busy`,
    )
    expect(await differences(connectionString, trading.journal)).toEqual([])
    expect({ cut: wire.cut, faults: wire.faults }).toEqual({ cut: 0, faults: [] })
    expect([...trading.journal.refusals.keys()]).not.toContain('signed_out')
    await expect(startServerProcess(appUrl, {}, former)).rejects.toThrow('this database is newer than this program')
  },
  1_200_000,
)

async function checkOut(commit: string, to: string): Promise<string> {
  await mkdir(to)
  const archive = `${to}.tar`
  await execute('git', ['archive', `--output=${archive}`, commit], { cwd: PRESENT_PROGRAM })
  await execute('tar', ['-xf', archive, '-C', to])
  await symlink(join(PRESENT_PROGRAM, 'node_modules'), join(to, 'node_modules'))
  return to
}

/** Throws where the program has another list of migrations, or another text of one, than the present one. */
async function assertSameMigrations(program: string): Promise<void> {
  const [theirs, ours] = [await migrationTexts(program), await migrationTexts(PRESENT_PROGRAM)]
  const names = [...new Set([...theirs.keys(), ...ours.keys()])].toSorted()
  const different = names.filter((name) => theirs.get(name) !== ours.get(name))
  if (different.length === 0) return
  throw new Error(
    `the migrations of ${FROM} are not those of the present program: ${different.join(', ')}. Choose a later commit for --from.`,
  )
}

async function migrationTexts(program: string): Promise<Map<string, string>> {
  const folder = join(program, MIGRATIONS)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}

/** The same program with further migrations, as docs/operations.md has them, which programs like it work with. */
async function copyWithMigrations(program: string, to: string, names: readonly string[]): Promise<string> {
  await mkdir(to)
  for (const name of RUN_FROM) await cp(join(program, name), join(to, name), { recursive: true })
  for (const name of READ_FROM) await symlink(join(program, name), join(to, name))
  const newest = [...(await migrationTexts(program)).keys()].toSorted().at(-1)!
  for (const name of names) {
    const example = await exampleBeginning(`-- ${name}`)
    await writeFile(join(to, MIGRATIONS, name), example.replace(/(?<=^-- Programs from )\S+/m, newest))
  }
  return to
}
