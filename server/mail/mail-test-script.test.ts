/** `npm run mail:test`, run as an operator runs it, against a real mail server. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../db/local-postgres/free-port.ts'
import { TEST_SECRET } from '../testing/accounts/secret.ts'
import { startMailServer } from '../testing/servers/mail-server.ts'
import type { MailServer } from '../testing/servers/mail-server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SENDER = { user: 'market', password: 'a password' }

let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer({ sender: SENDER, refuses: { unknown: '550 5.1.1 refused' } })
})
afterAll(() => mailServer.close())

type Ended = { code: number; out: string; err: string }

function mailTest(settings: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, SECRET: TEST_SECRET, MAIL_FROM: 'Market <market@example.org>', ...settings }
  return new Promise((done) => {
    execFile('npm', ['run', '--silent', 'mail:test', '--', ...args], { cwd: ROOT, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const addressOf = (user: string, port = mailServer.port) => `smtp://${user}:a%20password@127.0.0.1:${port}`

test('sends one mail with the settings, and says that the mail server accepted it', async () => {
  expect(await mailTest({ SMTP_URL: addressOf(SENDER.user) }, 'you@example.org')).toEqual({
    code: 0,
    out:
      `Sending from Market <market@example.org> to you@example.org through 127.0.0.1:${mailServer.port} …\n` +
      'The mail server accepted it.\n',
    err: '',
  })
  expect(mailServer.taken).toHaveLength(1)
  expect(mailServer.taken[0]).toMatchObject({
    from: { name: 'Market', address: 'market@example.org' },
    envelopeTo: ['you@example.org'],
    subject: 'Test of the email settings',
  })
})

test('a refusal is said in words, in one line, with exit code 1', async () => {
  const closed = await freePort('127.0.0.1')
  const refusals: [settings: NodeJS.ProcessEnv, address: string[], line: RegExp][] = [
    [
      { SMTP_URL: addressOf('stranger') },
      ['you@example.org'],
      /^Not sent: the mail server refuses the user name or the password of SMTP_URL \(EAUTH 535 AUTH\)\. It says: .*wrong name or password\n$/,
    ],
    [
      { SMTP_URL: addressOf(SENDER.user) },
      ['unknown@example.org'],
      /^Not sent: the mail server refuses the sender or the address \(EENVELOPE 550 RCPT\)\. It says: .*550 5.1.1 refused\n$/,
    ],
    [
      { SMTP_URL: addressOf(SENDER.user, closed) },
      ['you@example.org'],
      /^Not sent: the mail server of SMTP_URL cannot be reached.*\(ESOCKET CONN\)\. It says: .*ECONNREFUSED.*\n$/,
    ],
    [{}, ['you@example.org'], /^SMTP_URL is not set, so no mail leaves this server\.\n$/],
    [{ SMTP_URL: addressOf(SENDER.user) }, ['no address'], /^The address .*\n$/],
    [{ SMTP_URL: addressOf(SENDER.user) }, [], /^npm run mail:test -- you@example\.org\n$/],
  ]
  const before = mailServer.taken.length
  for (const [settings, address, line] of refusals) {
    const { code, err } = await mailTest(settings, ...address)
    expect([code, err]).toEqual([1, expect.stringMatching(line)])
  }
  expect(mailServer.taken).toHaveLength(before)
})
