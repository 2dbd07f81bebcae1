/** `npm ci --omit=dev && npm start`: a checkout with a built client and production packages only. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../server/db/local-postgres/free-port.ts'
import { STAMP } from './build-stamp.ts'
import { developmentCommands } from './architecture/operator-commands.ts'
import { buildWeb } from './build.ts'
import { plainEnvironment } from '../server/testing/plain-environment.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const root = fileURLToPath(new URL('..', import.meta.url))
/** The rest of a checkout is for development. */
const COPIED = [
  'build',
  'domain',
  'operator',
  'packages',
  'public',
  'scripts',
  'server',
  'web',
  'lingui.config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]

let folder: string

beforeAll(async () => {
  await buildWeb()
  folder = await mkdtemp(join(tmpdir(), 'sarraf production-'))
  for (const name of COPIED) await cp(join(root, name), join(folder, name), { recursive: true })
  const { dependencies, optionalDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>
  const installed = new Set(await readdir(join(root, 'node_modules'), { recursive: false }))
  const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]
  for (const name of names.filter((each) => installed.has(each.split('/')[0]!))) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link, 'junction')
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('it serves the built client, and neither builds nor writes into it', async () => {
  const before = await listing()
  const port = await freePort('localhost')
  const server = start({ PORT: String(port), DATA_DIR: join(folder, 'kept') })
  try {
    const address = `http://localhost:${port}`
    await vi.waitFor(
      async () => {
        if (server.hasEnded()) return
        expect((await fetch(`${address}/readyz`)).status).toBe(200)
      },
      { timeout: 90_000, interval: 100 },
    )
    expect(server.hasEnded(), `it printed: ${server.output()}`).toBe(false)
    const page = await (await fetch(`${address}/offers/buy`)).text()
    expect(page).toContain('<title>')
    expect(page).toContain('USDT')
    const [, asset] = /"(\/assets\/[^"]+\.js)"/.exec(page)!
    expect((await fetch(address + asset!)).status).toBe(200)
    expect(server.output()).not.toMatch(/build/i)
    expect(await listing()).toEqual(before)
  } finally {
    await server.stop()
  }
})

test('with a build of another asset, operator or of other sources, it refuses in one sentence', async () => {
  const refused = start({ ASSET: 'EURC' })
  expect(await refused.code).toBe(1)
  expect(refused.output()).toMatch(
    /^The web client in build\/ was made from other .* ASSET than EURC, other CURRENCIES than TND EUR USD or .*\.\n$/,
  )
  await cp(join(folder, 'operator'), join(folder, 'kept/operator'), { recursive: true })
  const facts = join(folder, 'kept/operator/operator.json')
  await writeFile(facts, (await readFile(facts, 'utf8')).replace('"Sarraf"', '"Amana"'))
  const renamed = start({ OPERATOR: join(folder, 'kept/operator') })
  expect(await renamed.code).toBe(1)
  expect(renamed.output()).toMatch(/^The web client in build\/ was made from other .* or another OPERATOR, .*\.\n$/)
  await appendFile(join(folder, 'web/root.tsx'), '// changed\n')
  const changed = start({})
  expect(await changed.code).toBe(1)
  expect(changed.output()).toMatch(/^The web client in build\/ was made from other sources, .*\.\n$/)
})

test('without a build, it refuses in one sentence that says what to do', async () => {
  await rename(join(folder, STAMP), join(folder, 'stamp'))
  const refused = start({})
  expect(await refused.code).toBe(1)
  expect(refused.output()).toMatch(/^There is no web client in build\/, .* run "npm ci && npm run build" .*\.\n$/)
  expect(await readdir(folder)).not.toContain('data')
})

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
// Vitest takes an empty list for no test: one of the names says that the list was read.
test.each([...new Set(['test', ...developmentCommands(scripts)])])(
  'npm run %s says in one sentence that it needs the packages of development',
  async (command) => {
    const refused = start({}, ['run', command])
    expect(await refused.code).toBe(1)
    expect(refused.output()).toMatch(/^This command needs the packages that .* run "npm ci" .*\.\n$/)
  },
)

function start(settings: NodeJS.ProcessEnv, command = ['start']) {
  const env = { ...plainEnvironment(), DEMO: '0', RATES: 'fixed', SECRET: 'x'.repeat(32), ...settings }
  const child = spawn('npm', ['--silent', ...command], { cwd: folder, env, detached: true })
  let text = ''
  let isEnded = false
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()))
  const code = once(child, 'close').then(([status]) => {
    isEnded = true
    return status as number | null
  })
  return {
    code,
    output: () => text,
    hasEnded: () => isEnded,
    stop: () => {
      child.kill('SIGTERM')
      return code
    },
  }
}

/** The names of all files in build/, among them those that a build in progress leaves for a moment. */
async function listing(): Promise<string[]> {
  return (await readdir(join(folder, 'build'), { recursive: true })).toSorted()
}
