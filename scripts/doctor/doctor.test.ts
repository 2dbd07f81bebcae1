/** `npm run doctor`, run as an operator runs it, against a real database and a real mail server. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/db/local-postgres/free-port.ts'
import { createTestDatabase } from '../../server/testing/database.ts'
import type { TestDatabase } from '../../server/testing/database.ts'
import { startMailServer } from '../../server/testing/servers/mail-server.ts'
import type { MailServer } from '../../server/testing/servers/mail-server.ts'
import { plainEnvironment } from '../../server/testing/plain-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SENDER = { user: 'market', password: 'a password' }

let database: TestDatabase
let mailServer: MailServer
let settings: NodeJS.ProcessEnv
beforeAll(async () => {
  database = await createTestDatabase()
  mailServer = await startMailServer({ sender: SENDER, refuses: { unknown: '550 5.1.1 refused' } })
  settings = {
    ...parseEnv(await readFile(new URL('../../deploy/sarraf.env.example', import.meta.url), 'utf8')),
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    PORT: String(await freePort('localhost')),
    SECRET: randomBytes(32).toString('base64url'),
    SMTP_URL: addressOf(SENDER.user),
  }
})
afterAll(async () => {
  await mailServer.close()
  await database.drop()
})

type Ended = { code: number; out: string; err: string }

function doctor(changes: NodeJS.ProcessEnv = {}, ...args: string[]): Promise<Ended> {
  const env = { ...plainEnvironment(), ...settings, ...changes }
  return new Promise((done) => {
    execFile('npm', ['run', '--silent', 'doctor', '--', ...args], { cwd: ROOT, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const addressOf = (user: string, port = mailServer.port) => `smtp://${user}:a%20password@127.0.0.1:${port}`
const lineOf = ({ out }: Ended, name: string) => out.split('\n').find((line) => line.slice(9).startsWith(name))

test('a healthy installation with the settings of sarraf.env.example has a line for each check, none a warning, and the exit code 0; no mail is sent', async () => {
  const ended = await doctor()
  expect([ended.code, ended.err]).toEqual([0, ''])
  const lines = ended.out.trimEnd().split('\n')
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  expect(lines.map((line) => line.slice(9, 24).trim())).toEqual([
    'settings',
    'operator',
    'web client',
    'port',
    'metrics port',
    'proxy',
    'mail',
    'rates',
    'Telegram',
    'traces',
    'file store',
    'disk',
    'secret',
    'database',
    'pooler',
    'replica',
    'login',
    'owner login',
    'schema',
    'page scripts',
    'time zones',
    'clock',
    'files',
    'sealed columns',
  ])
  expect(ended.out).not.toContain(settings.SECRET)
  expect(mailServer.taken).toEqual([])
})

test('what has failed has a line with what to do, and the exit code is 1; a warning alone leaves it 0', async () => {
  const closed = await freePort('127.0.0.1')
  const broken = await doctor({ DATABASE_URL: `postgres://sarraf_app@127.0.0.1:${closed}/sarraf`, TRUST_PROXY: '0' })
  expect(broken.code).toBe(1)
  expect(lineOf(broken, 'database')).toMatch(/^failed .*cannot be reached: nothing listens there/)
  expect(lineOf(broken, 'proxy')).toMatch(/^warning .*Set TRUST_PROXY/)
  expect(lineOf(broken, 'schema')).toBeUndefined()
  const warned = await doctor({ TRUST_PROXY: '0' })
  expect(warned.code).toBe(0)
  expect(lineOf(warned, 'proxy')).toMatch(/^warning /)
})

test('with a setting that cannot be read, that is the only line', async () => {
  expect(await doctor({ TRUST_PROXY: 'loopback' })).toEqual({
    code: 1,
    out: expect.stringMatching(/^failed {3}settings {8}TRUST_PROXY must be [^\n]*\n$/),
    err: '',
  })
})

test('--mail sends one mail with the settings, and says that the mail server accepted it', async () => {
  const ended = await doctor({}, '--mail', 'you@example.org')
  expect(lineOf(ended, 'mail')).toMatch(
    /^ok .* 127\.0\.0\.1:\d+ accepted the mail from Sarraf .* to you@example\.org\. It says: 250 .*queued/,
  )
  expect(ended.code).toBe(0)
  expect(mailServer.taken).toHaveLength(1)
  expect(mailServer.taken[0]).toMatchObject({
    from: { name: 'Sarraf', address: 'no-reply@sarraf.example' },
    envelopeTo: ['you@example.org'],
    subject: 'Test of the email settings',
  })
})

test('another address than one plain one, and another argument, are refused', async () => {
  expect(await doctor({}, '--mail', 'no address')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The address of --mail must be/),
  })
  expect(await doctor({}, 'mail')).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^npm run doctor\n/) })
})
