/** Settings that would leave a server open stop its start. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { CURRENCIES } from '../domain/offers/currencies.ts'
import { call, startTestApp } from './testing/app.ts'
import { readConfig } from './config.ts'
import { buildApp } from './app.ts'
import { demoSecret } from './demo-secret.ts'
import { OperatorError } from './setting-values.ts'

const SECRET = 'x'.repeat(32)
const DATABASE_URL = 'postgres://sarraf_app@localhost/sarraf'
const COLLECTOR = 'http://localhost:4318'

test.each(['usdc', 'U', 'USDC.e', 'ABCDEFGHIJK', 'A B'])('ASSET=%s is refused', (asset) => {
  expect(() => readConfig({ ASSET: asset })).toThrow('ASSET must be 2 to 10 characters')
})

test.each(['EURO', 'EUR, USD', 'EUR EUR', 'eur'])('CURRENCIES=%s is refused', (currencies) => {
  expect(() => readConfig({ CURRENCIES: currencies })).toThrow(
    `CURRENCIES must name some of ${Object.keys(CURRENCIES).join(' ')}, each once and with a blank between two, not "${currencies}"`,
  )
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
    expect(readConfig({ DEMO: '0', RATES: 'fixed', SECRET: made }).secret).toBe(made)
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
    await demoSecret(dataDir)
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
    expect(readConfig({ PUBLIC_URL: address, DEMO: '0', RATES: 'fixed', SECRET }).demo).toBe(false)
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
      expect(readConfig({ HOST: host, DEMO: '0', RATES: 'fixed', SECRET })).toMatchObject({ demo: false, host })
    },
  )

  test.each(['0.0.0.0', '::', '203.0.113.7'])('is refused where its metrics are published on %s', (host) => {
    const metrics = { METRICS_PORT: '9464', METRICS_HOST: host }
    expect(() => readConfig(metrics)).toThrow(
      `METRICS_HOST is ${host}, which other machines can reach, and demo mode is on`,
    )
    expect(readConfig({ ...metrics, ALLOW_PUBLIC_DEMO: 'yes' })).toMatchObject({ demo: true, metricsHost: host })
    expect(readConfig({ ...metrics, DEMO: '0', RATES: 'fixed', SECRET })).toMatchObject({
      demo: false,
      metricsHost: host,
    })
    expect(readConfig({ METRICS_HOST: host })).toMatchObject({ demo: true, metricsPort: null })
  })

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
  [1, 0],
] as const)('a proxy is reported once if it is not trusted (trusted: %s)', async (trustProxy, warnings) => {
  const testApp = await startTestApp({ trustProxy })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await buildApp({ ...testApp.context, log })
  try {
    await call(app, 'GET', '/livez')
    expect(lines).toEqual([])
    for (let i = 0; i < 3; i++) await call(app, 'GET', '/livez', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(lines).toHaveLength(warnings)
    for (const line of lines) expect(line).toMatch(/X-Forwarded-For.*set TRUST_PROXY to/)
  } finally {
    await app.close()
    await testApp.close()
  }
})

test('docs/operations.md has each setting', async () => {
  const read = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  expect(read).toContain('METRICS_PORT')
  const page = await readFile(new URL('../docs/operations.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('| name | default | meaning |')
  const documented = table
    .split('\n\n')[0]!
    .split('\n')
    .map((line) => line.split('|')[1])
  expect([...read].filter((name) => !documented.some((cell) => cell?.includes(`\`${name}\``)))).toEqual([])
})

test('the owner’s login alone is no setting of the server', () => {
  expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://sarraf_owner@localhost/sarraf' })).toThrow(
    'DATABASE_OWNER_URL is set without DATABASE_URL',
  )
})

test('an address around the pooler, or of a replica, alone is no setting of the server', () => {
  expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://sarraf_app@localhost/sarraf' })).toThrow(
    'DATABASE_DIRECT_URL is set without DATABASE_URL',
  )
  expect(() => readConfig({ DATABASE_REPLICA_URL: 'postgres://sarraf_app@localhost/sarraf' })).toThrow(
    'DATABASE_REPLICA_URL is set without DATABASE_URL',
  )
})

function refusalOf(env: NodeJS.ProcessEnv): unknown {
  try {
    return readConfig(env)
  } catch (error) {
    return error
  }
}

describe('a setting that cannot be used is refused by its name, with what to write instead', () => {
  const MARKET = { DEMO: '0', SECRET, RATES: 'fixed' }

  test('a market names the source of its rates', () => {
    for (const env of [
      { DEMO: '0', SECRET },
      { DATABASE_URL: 'postgres://localhost/sarraf', SECRET },
    ]) {
      expect(() => readConfig(env)).toThrow('RATES is required outside demo mode')
    }
    expect(readConfig({}).rates).toBe('fixed')
  })

  test.each<[string, Record<string, string>, string]>([
    ['a port in hexadecimal digits', { PORT: '0x50' }, 'PORT must be a whole number from 0 to 65535, not "0x50"'],
    ['a port with an exponent', { PORT: '3e3' }, 'PORT must be'],
    ['a port with a blank', { PORT: ' 3000' }, 'PORT must be'],
    ['a port with a fraction', { PORT: '3000.0' }, 'PORT must be'],
    ['a negative port', { PORT: '-1' }, 'PORT must be'],
    ['a port too large', { PORT: '65536' }, 'PORT must be'],
    ['a port in words', { PORT: 'http' }, 'PORT must be'],
    ['a host with a port', { HOST: '127.0.0.1:3000' }, 'HOST must be a host name or an IP address without a port'],
    ['a host as a URL', { HOST: 'http://localhost' }, 'HOST must be'],
    ['a port for metrics in words', { METRICS_PORT: 'on' }, 'METRICS_PORT must be a whole number from 1 to 65535'],
    ['any port for metrics', { METRICS_PORT: '0' }, 'METRICS_PORT must be'],
    ['the public port for metrics', { METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT, not 3000'],
    ['a host with a port for metrics', { METRICS_HOST: '127.0.0.1:9464' }, 'METRICS_HOST must be a host name'],
    ['two hosts', { HOST: 'localhost, 127.0.0.1' }, 'HOST must be'],
    ['a public address without a scheme', { PUBLIC_URL: 'sarraf.example' }, 'PUBLIC_URL must be an address such as'],
    [
      'a public address of host and port',
      { PUBLIC_URL: 'sarraf.example:443' },
      'PUBLIC_URL must be an address such as',
    ],
    [
      'a public address of localhost and port',
      { PUBLIC_URL: 'localhost:3000' },
      'PUBLIC_URL must be an address such as',
    ],
    ['a public address of another scheme', { PUBLIC_URL: 'ftp://sarraf.example' }, 'PUBLIC_URL must be an address'],
    ['a public address with a path', { PUBLIC_URL: 'https://sarraf.example/market' }, 'without a path'],
    ['a public address with a query', { PUBLIC_URL: 'https://sarraf.example/?a=1' }, 'without a path'],
    ['a public address with a fragment', { PUBLIC_URL: 'https://sarraf.example/#top' }, 'without a path'],
    ['a public address with a password', { PUBLIC_URL: 'https://a:b@sarraf.example' }, 'without a user name'],
    ['a public address with a port too large', { PUBLIC_URL: 'https://sarraf.example:99999' }, 'PUBLIC_URL must be'],
    ['a public address that is a word', { PUBLIC_URL: 'null' }, 'PUBLIC_URL must be'],
    ['a database by its name', { DATABASE_URL: 'sarraf' }, 'DATABASE_URL must be an address such as postgres://'],
    ['a database of another kind', { DATABASE_URL: 'mysql://localhost/sarraf' }, 'DATABASE_URL must be'],
    ['a database without a scheme', { DATABASE_URL: 'localhost:5432/sarraf' }, 'DATABASE_URL must be'],
    [
      'a database password with a lone %',
      { DATABASE_URL: 'postgres://a:100%@localhost/sarraf' },
      'DATABASE_URL has a % without two hexadecimal digits',
    ],
    [
      'a database password with a slash',
      { DATABASE_URL: 'postgres://a:b/c@localhost/sarraf' },
      'are written as %40, %2F',
    ],
    ['a database host with an open bracket', { DATABASE_URL: 'postgres://a@[::1/sarraf' }, 'DATABASE_URL has an IPv6'],
    [
      'a database port in words',
      { DATABASE_URL: 'postgres://a@localhost:pg/sarraf' },
      'DATABASE_URL has no port number',
    ],
    ['a database port too large', { DATABASE_URL: 'postgres://a@localhost:70000/sarraf' }, 'DATABASE_URL has no port'],
    [
      'an authority of the database that is not there',
      { DATABASE_URL: 'postgres://a@localhost/sarraf?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' },
      'sslrootcert of DATABASE_URL is "/nowhere/ca.pem", which cannot be read: ENOENT',
    ],
    [
      'an authority of the owner’s database without a certificate',
      {
        DATABASE_URL,
        DATABASE_OWNER_URL: 'postgres://a@localhost/sarraf?sslmode=verify-full&sslrootcert=package.json',
      },
      'sslrootcert of DATABASE_OWNER_URL is "package.json", which has no certificate in PEM form',
    ],
    ...['', 'sslmode=no-verify&', 'sslmode=disable&', 'uselibpqcompat=true&sslmode=verify-ca&'].map(
      (mode): [string, Record<string, string>, string] => [
        `an authority of the database that would be ignored, or its host, after "${mode}"`,
        { DATABASE_URL: `postgres://a@localhost/sarraf?${mode}sslrootcert=/nowhere/ca.pem` },
        'DATABASE_URL has sslrootcert, which needs sslmode=verify-full beside it',
      ],
    ),
    [
      'TLS to the database in other words',
      { DATABASE_URL: 'postgres://a@localhost/sarraf?sslmode=verify_full' },
      'sslmode of DATABASE_URL must be one of disable, prefer',
    ],
    ['an owner’s database by its name', { DATABASE_URL, DATABASE_OWNER_URL: 'sarraf' }, 'DATABASE_OWNER_URL must be'],
    ['a direct address by its name', { DATABASE_URL, DATABASE_DIRECT_URL: 'sarraf' }, 'DATABASE_DIRECT_URL must be'],
    ['a replica by its name', { DATABASE_URL, DATABASE_REPLICA_URL: 'sarraf' }, 'DATABASE_REPLICA_URL must be'],
    ['a demonstration that is neither on nor off', { DEMO: 'on' }, 'DEMO must be 1 or 0, not "on"'],
    ['a history that is neither on nor off', { DEMO_HISTORY: 'yes' }, 'DEMO_HISTORY must be 1 or 0'],
    ['a public demonstration by 1', { ALLOW_PUBLIC_DEMO: '1' }, 'ALLOW_PUBLIC_DEMO must be yes'],
    ['proxies in words', { TRUST_PROXY: 'loopback' }, 'TRUST_PROXY must be the number of proxies in front'],
    ['too many proxies', { TRUST_PROXY: '11' }, 'TRUST_PROXY must be a whole number from 0 to 10'],
    ['a negative number of proxies', { TRUST_PROXY: '-1' }, 'TRUST_PROXY must be'],
    ['a network with too many bits', { TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be'],
    ['a network with bits of a mask', { TRUST_PROXY: '10.0.0.0/255.0.0.0' }, 'TRUST_PROXY must be'],
    ['a network of IPv6 with too many bits', { TRUST_PROXY: 'fd00::/129' }, 'TRUST_PROXY must be'],
    ['one wrong network of two', { TRUST_PROXY: '10.0.0.0/8,proxy' }, 'TRUST_PROXY must be'],
    ['HSTS of subdomains in words', { HSTS_SUBDOMAINS: 'all' }, 'HSTS_SUBDOMAINS must be 1 or 0'],
    ['requests as a fraction', { REQUESTS_PER_MINUTE: '0.5' }, 'REQUESTS_PER_MINUTE must be a whole number'],
    ['requests without an end', { REQUESTS_PER_MINUTE: 'Infinity' }, 'REQUESTS_PER_MINUTE must be'],
    ['a read without time', { PUBLIC_READ_MS: '0' }, 'PUBLIC_READ_MS must be a whole number from 50 to 5000'],
    ['a read with a unit', { PUBLIC_READ_MS: '1s' }, 'PUBLIC_READ_MS must be'],
    ['a mail server by its name', { SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address such as smtps://'],
    ['a mail server of host and port', { SMTP_URL: 'mail.example.org:587' }, 'SMTP_URL must be'],
    ['a mail server without a host', { SMTP_URL: 'smtp:' }, 'SMTP_URL must be'],
    ['a mail server over http', { SMTP_URL: 'https://mail.example.org' }, 'SMTP_URL must be'],
    ['a mail password with a lone %', { SMTP_URL: 'smtps://a:100%@mail.example.org' }, 'SMTP_URL has a % without'],
    ['a mail password with #', { SMTP_URL: 'smtps://a:b@mail.example.org/#c' }, 'are written as %2F, %3F and %23'],
    ['a mail server with a query', { SMTP_URL: 'smtps://mail.example.org?pool=true' }, 'SMTP_URL must be'],
    ['TLS in other words', { SMTP_TLS: 'yes' }, 'SMTP_TLS must be one of default, required, off, not "yes"'],
    [
      'an authority that is not there',
      { SMTP_CA: '/nowhere/ca.pem' },
      'SMTP_CA is "/nowhere/ca.pem", which cannot be read',
    ],
    ['an authority that is a folder', { SMTP_CA: tmpdir() }, 'which cannot be read: EISDIR'],
    ['an authority without a certificate', { SMTP_CA: 'package.json' }, 'which has no certificate in PEM form'],
    [
      'a setting that the operator’s file has now',
      { SUPPORT_EMAIL: 'help@example.org' },
      'SUPPORT_EMAIL is no setting any more: write the address as "supportEmail" in operator.json',
    ],
    [
      'a collector by its name',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be',
    ],
    [
      'a collector with a password',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:b@localhost:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector such as http://localhost:4318, without',
    ],
    [
      'headers of the collector without a name',
      { OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: 'Bearer token' },
      'OTEL_EXPORTER_OTLP_HEADERS must be headers such as authorization=Bearer%20token',
    ],
    [
      'headers of the collector with a lone %',
      { OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: 'a=100%' },
      'OTEL_EXPORTER_OTLP_HEADERS must be',
    ],
    [
      'another protocol of the collector',
      { OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/json, not "grpc"',
    ],
    [
      'more than all traces',
      { OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_TRACES_SAMPLER_ARG: '1.5' },
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ],
    ['a sender without an address', { MAIL_FROM: 'not an address' }, 'MAIL_FROM must be an address such as Sarraf <'],
    ['a sender without brackets', { MAIL_FROM: 'Sarraf mail@example.org' }, 'MAIL_FROM must be'],
    ['a sender with an open bracket', { MAIL_FROM: 'Sarraf <mail@example.org' }, 'MAIL_FROM must be'],
    ['two senders', { MAIL_FROM: 'a@example.org, b@example.org' }, 'MAIL_FROM must be'],
    ['a sender with a line break', { MAIL_FROM: 'Sarraf\nBcc: x <mail@example.org>' }, 'MAIL_FROM must be'],
    ['a sender with a comma outside quotes', { MAIL_FROM: 'Sarraf, Ltd <mail@example.org>' }, 'MAIL_FROM must be'],
    [
      'an unknown log level',
      { LOG_LEVEL: 'verbose' },
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal',
    ],
    ['a log level in capitals', { LOG_LEVEL: 'WARN' }, 'LOG_LEVEL must be one of'],
    ['an access log in words', { ACCESS_LOG: 'yes' }, 'ACCESS_LOG must be 1 or 0, not "yes"'],
    ['a long drain', { DRAIN_SECONDS: '121' }, 'DRAIN_SECONDS must be a whole number from 0 to 120'],
    ['wallets in words', { WALLET_SIGN_IN: 'maybe' }, 'WALLET_SIGN_IN must be 1 or 0'],
    ['half of a provider', { GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET must be set together with'],
    ['a provider over http', { OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER must be an https'],
    [
      'a certificate that is not there',
      { SAML_ENTRY_POINT: 'https://id.example/sso', SAML_ENTITY_ID: 'id', SAML_CERTIFICATE: '/nowhere.pem' },
      'SAML_CERTIFICATE is "/nowhere.pem", which cannot be read: ENOENT',
    ],
  ])('%s', (_, env, sentence) => {
    const refusal = refusalOf({ ...MARKET, ...env })
    expect(refusal).toBeInstanceOf(OperatorError)
    expect((refusal as Error).message).toContain(sentence)
    expect((refusal as Error).message).not.toMatch(/\n|:b@|100%@/)
  })

  test.each<[Record<string, string>, Partial<ReturnType<typeof readConfig>>]>([
    [{ HOST: '[::1]' }, { host: '::1', publicUrl: 'http://[::1]:3000' }],
    [
      { HOST: '::1', PORT: '8080' },
      { host: '::1', publicUrl: 'http://[::1]:8080' },
    ],
    [{}, { metricsPort: null, metricsHost: '127.0.0.1' }],
    [
      { METRICS_PORT: '9464', METRICS_HOST: '[::1]' },
      { metricsPort: 9464, metricsHost: '::1' },
    ],
    [{ HOST: '::' }, { host: '::', publicUrl: 'http://localhost:3000' }],
    [{ PUBLIC_URL: 'https://Sarraf.example:443/' }, { publicUrl: 'https://sarraf.example' }],
    [{ PUBLIC_URL: 'https://صراف.example' }, { publicUrl: 'https://xn--mgbtl4c.example' }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.7' }, { trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'] }],
    [{ MAIL_FROM: 'no-reply@example.org' }, { mailFrom: 'no-reply@example.org' }],
    [{ MAIL_FROM: '"Sarraf, Ltd" <no-reply@example.org>' }, { mailFrom: '"Sarraf, Ltd" <no-reply@example.org>' }],
    [{ MAIL_FROM: 'صرّاف <no-reply@example.org>' }, { mailFrom: 'صرّاف <no-reply@example.org>' }],
    [{ SMTP_URL: 'smtps://a:100%25@mail.example.org/' }, { smtpUrl: 'smtps://a:100%25@mail.example.org/' }],
    [{ DATABASE_URL: 'postgres:///sarraf?host=/var/run/postgresql' }, { demo: false }],
    [{ DATABASE_URL: 'postgresql://a:p%40ss@[::1]:5433/sarraf' }, { demo: false }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent', accessLog: false }],
    [{ ACCESS_LOG: '1' }, { accessLog: true, drainSeconds: 0 }],
    [{ DRAIN_SECONDS: '15' }, { drainSeconds: 15 }],
  ])('%j is read', (env, wanted) => expect(readConfig({ ...MARKET, ...env })).toMatchObject(wanted))
})
