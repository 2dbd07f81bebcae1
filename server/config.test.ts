/** Settings that would leave a server open stop its start. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { call, startTestApp } from './testing/app.ts'
import { readConfig } from './config.ts'
import { buildApp } from './app.ts'
import { demoSecret } from './demo-secret.ts'

const SECRET = 'x'.repeat(32)
const DATABASE_URL = 'postgres://sarraf_app@localhost/sarraf'

test.each(['usdc', 'U', 'USDC.e', 'ABCDEFGHIJK', 'A B'])('ASSET=%s is refused', (asset) => {
  expect(() => readConfig({ ASSET: asset })).toThrow('ASSET must be 2 to 10 characters')
})

test('a statement of a public read has one second by default', () => {
  expect(readConfig({}).publicReadMs).toBe(1000)
})

describe('SECRET', () => {
  test.each([
    ['outside demo mode', { DEMO: '0' }, 'SECRET is required outside demo mode'],
    ['on a database of the operator', { DATABASE_URL }, 'SECRET is required outside demo mode'],
    [
      'of a demonstration on a database of the operator',
      { DATABASE_URL, DEMO: '1' },
      'SECRET is required with DATABASE_URL',
    ],
    ['of 31 bytes', { SECRET: 'x'.repeat(31) }, 'SECRET must have at least 32 bytes'],
    [
      'before it of 31 bytes',
      { SECRET, SECRET_PREVIOUS: 'y'.repeat(31) },
      'SECRET_PREVIOUS must have at least 32 bytes',
    ],
    ['before it, unchanged', { SECRET, SECRET_PREVIOUS: SECRET }, 'SECRET_PREVIOUS is the former SECRET'],
    ['before it alone', { SECRET_PREVIOUS: SECRET }, 'SECRET_PREVIOUS is the former SECRET'],
  ])('%s', (_, env, refusal) => {
    expect(() => readConfig(env)).toThrow(refusal)
  })

  test('the refusal holds a command that makes one, and not the value', async () => {
    const refusal = String(refusalOf({ SECRET: 'hunter2' }))
    expect(refusal).not.toContain('hunter2')
    const script = /node -p "(.*)"/.exec(refusal)![1]!
    const made = await new Promise<string>((done) => {
      execFile(process.execPath, ['-p', script], (_, out) => done(out.trim()))
    })
    expect(readConfig({ DEMO: '0', SECRET: made }).secret).toBe(made)
    expect(Buffer.from(made, 'base64url')).toHaveLength(32)
  })

  test('counts bytes, not characters', () => {
    expect(readConfig({ SECRET: 'é'.repeat(16) }).secret).toBe('é'.repeat(16))
  })
})

describe('the secret of a demonstration', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'sarraf-secret-')), 'data')
  })
  afterAll(() => rm(join(dataDir, '..'), { recursive: true }))

  test('is one file of its owner alone, even if processes start together', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, () => demoSecret(dataDir)))
    expect(new Set(secrets).size).toBe(1)
    expect(Buffer.from(secrets[0]!, 'base64url')).toHaveLength(32)
    expect((await readFile(join(dataDir, 'secret'), 'utf8')).trim()).toBe(secrets[0])
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await demoSecret(dataDir)).toBe(secrets[0])
  })

  test('is not used if others can read it', async () => {
    await chmod(join(dataDir, 'secret'), 0o640)
    await expect(demoSecret(dataDir)).rejects.toThrow(/can be read by other users. Run: chmod 600/)
  })

  test('is in no table', async () => {
    const testApp = await startTestApp()
    try {
      const { rows } = await testApp.owner.query(
        "select relname from pg_class where relname ~ 'secret' and relkind = 'r'",
      )
      expect(rows).toEqual([])
    } finally {
      await testApp.close()
    }
  })
})

describe('demo mode at a public address', () => {
  test.each([
    'https://sarraf.example',
    'http://sarraf.example',
    'https://localhost',
    'http://203.0.113.7',
    'http://172.32.0.1',
    'http://[2001:db8::1]',
    'http://localhost.example',
    'http://[::ffff:cb00:7107]',
  ])('is refused: %s', (address) => {
    expect(() => readConfig({ PUBLIC_URL: address })).toThrow(`PUBLIC_URL is ${address}, and demo mode is on`)
    expect(readConfig({ PUBLIC_URL: address, ALLOW_PUBLIC_DEMO: 'yes' }).demo).toBe(true)
    expect(readConfig({ PUBLIC_URL: address, DEMO: '0', SECRET }).demo).toBe(false)
  })

  test.each([
    'http://localhost:3000',
    'http://sarraf.localhost',
    'http://127.0.0.1:3000',
    'http://10.1.2.3',
    'http://192.168.1.5:3000',
    'http://172.16.0.1',
    'http://100.64.1.2',
    'http://[::ffff:127.0.0.1]',
    'http://[::1]:3000',
    'http://[fd00::1]',
  ])('is allowed on this machine and in private networks: %s', (address) => {
    expect(readConfig({ PUBLIC_URL: address }).demo).toBe(true)
  })

  test.each(['0.0.0.0', '::', '::0', '0:0:0:0:0:0:0:0', '0', '203.0.113.7', '2001:db8::1', 'sarraf.example'])(
    'is refused where the server listens on %s',
    (host) => {
      expect(() => readConfig({ HOST: host })).toThrow(
        `HOST is ${host}, which other machines can reach, and demo mode is on`,
      )
      expect(() => readConfig({ HOST: host })).toThrow('Set DEMO=0, or ALLOW_PUBLIC_DEMO=yes')
      expect(readConfig({ HOST: host, ALLOW_PUBLIC_DEMO: 'yes' })).toMatchObject({ demo: true, host })
      expect(readConfig({ HOST: host, DEMO: '0', SECRET })).toMatchObject({ demo: false, host })
    },
  )

  test.each([undefined, '', 'localhost', '127.0.0.1', '::1', '192.168.1.5', '10.1.2.3', 'fd00::1'])(
    'is allowed where the server listens on this machine or in a private network: %s',
    (host) => {
      expect(readConfig({ HOST: host }).demo).toBe(true)
    },
  )

  test('is allowed by yes only', () => {
    expect(() => readConfig({ PUBLIC_URL: 'https://sarraf.example', ALLOW_PUBLIC_DEMO: '1' })).toThrow(
      'ALLOW_PUBLIC_DEMO must be yes',
    )
  })
})

test.each([
  [false, 1],
  [true, 0],
])('a proxy is reported once if it is not trusted (trusted: %s)', async (trustProxy, warnings) => {
  const testApp = await startTestApp({ trustProxy })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await buildApp({ ...testApp.context, log })
  try {
    await call(app, 'GET', '/livez')
    expect(lines).toEqual([])
    for (let i = 0; i < 3; i++) await call(app, 'GET', '/livez', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(lines).toHaveLength(warnings)
    for (const line of lines) expect(line).toMatch(/X-Forwarded-For.*TRUST_PROXY=1/)
  } finally {
    await app.close()
    await testApp.close()
  }
})

test('the owner’s login alone is no setting of the server', () => {
  expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://sarraf_owner@localhost/sarraf' })).toThrow(
    'DATABASE_OWNER_URL is set without DATABASE_URL',
  )
})

function refusalOf(env: NodeJS.ProcessEnv): unknown {
  try {
    return readConfig(env)
  } catch (error) {
    return error
  }
}
