import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/db/local-postgres/free-port.ts'
import { startMailServer } from '../../server/testing/servers/mail-server.ts'
import type { MailServer } from '../../server/testing/servers/mail-server.ts'
import { checkMail } from './check-mail.ts'
import type { Finding } from './finding.ts'

let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer({
    sender: { user: 'market', password: 'a password' },
    refuses: { unknown: '550 5.1.1 refused' },
  })
})
afterAll(() => mailServer.close())

const SETTINGS = {
  demo: false,
  mailFrom: 'Market <market@example.org>',
  publicUrl: 'https://market.example.org',
  smtpCa: null,
  smtpTls: 'default',
} as const
const addressOf = (user: string, port = mailServer.port) => `smtp://${user}:a%20password@127.0.0.1:${port}`
const finding = (state: Finding['state'], text: RegExp) => ({ state, text: expect.stringMatching(text) })

test('without an address, the login is tried and nothing is sent', async () => {
  const settings = { ...SETTINGS, smtpUrl: addressOf('market') }
  expect(await checkMail(settings, null)).toEqual(finding('ok', /answers and accepts the login/))
  expect(mailServer.taken).toEqual([])
  expect(await checkMail({ ...settings, smtpUrl: `smtp://127.0.0.1:${mailServer.port}` }, null)).toEqual(
    finding('ok', /answers, and SMTP_URL has no login/),
  )
  expect(await checkMail({ ...settings, mailFrom: 'Sarraf <no-reply@localhost>' }, null)).toEqual(
    finding('warning', /set MAIL_FROM to an address of your domain/),
  )
})

test('without a mail server, mail is captured in a demonstration, fails elsewhere, and none can be sent', async () => {
  const settings = { ...SETTINGS, smtpUrl: null }
  expect(await checkMail({ ...settings, demo: true }, null)).toEqual(finding('ok', /are captured/))
  expect(await checkMail(settings, null)).toEqual(finding('warning', /set SMTP_URL/))
  expect(await checkMail(settings, 'you@example.org')).toEqual(finding('failed', /no mail leaves this server: set it/))
})

test('a refusal is said in words', async () => {
  const closed = await freePort('127.0.0.1')
  const refusals: [smtpUrl: string, to: string | null, text: RegExp][] = [
    [
      addressOf('stranger'),
      null,
      /: the mail server refuses the user name or the password of SMTP_URL \(EAUTH 535 AUTH\)\. It says: .*wrong name or password/,
    ],
    [
      addressOf('market'),
      'unknown@example.org',
      /: the mail server refuses the sender or the address \(EENVELOPE 550 RCPT\)\. It says: .*550 5.1.1 refused/,
    ],
    [
      addressOf('market', closed),
      null,
      /: the mail server of SMTP_URL cannot be reached.*\(ESOCKET CONN\)\. It says: .*ECONNREFUSED/,
    ],
  ]
  for (const [smtpUrl, to, text] of refusals) {
    expect(await checkMail({ ...SETTINGS, smtpUrl }, to)).toEqual(finding('failed', text))
  }
  expect(mailServer.taken).toEqual([])
})
