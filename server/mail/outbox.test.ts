import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CODE_MINUTES } from '../../domain/accounts/accounts.ts'
import { RETRY_HOURS } from '../../domain/notifications/retries.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { purgeExpiredRows } from '../jobs/purge-expired-rows.ts'
import { deliverDueEmails } from '../notifications/deliver-emails.ts'
import { notify } from '../notifications/notify.ts'
import { refusalOf } from '../testing/attacks/attack.ts'
import { makeCertificate } from '../testing/servers/certificate.ts'
import { startMailServer } from '../testing/servers/mail-server.ts'
import type { MailServer } from '../testing/servers/mail-server.ts'
import { lastMail, mailsTo } from '../testing/accounts/mails.ts'
import { signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import type { Mail } from './kinds.ts'
import type { Mailer } from './mailer.ts'
import { queueMail } from './queue-mail.ts'
import { failStaleMails, sendDueMails } from './send-due-mails.ts'
import { smtp } from './smtp.ts'
import type { SmtpSettings } from './smtp.ts'

const testApp = useTestApp()
let mailServer: MailServer
let user: Caller

beforeAll(async () => {
  mailServer = await startMailServer()
})
afterAll(() => mailServer.close())

/** The application with a mailer, and without the mails that other tests queued. */
async function withMailer(mailer: Mailer): Promise<Context> {
  const { app, owner, context } = testApp()
  await owner.query('delete from mails')
  user = await signUp(app, 'reader')
  await owner.query('delete from mails')
  mailServer.taken.length = 0
  return { ...context, mail: { ...context.mail, mailer } }
}

function mailerTo(smtpUrl: string, patience?: { stepMs: number; allMs: number }): Mailer {
  const { config } = testApp().context
  return smtp({ ...config, smtpUrl }, patience)
}

async function queueCode(context: Context, code = '123456', changes: Partial<Mail> = {}): Promise<void> {
  const mail = { userId: user.id, to: user.email, language: 'en', kind: 'sign_in_code', values: { code } } as const
  await inTransaction(context.db, (tx) => queueMail(tx, { ...mail, ...changes } as Mail))
}

async function row(): Promise<Record<string, unknown>> {
  const { rows } = await testApp().owner.query(
    `select kind, values, attempts, last_error, sent_at is not null as sent, failed_at is not null as given_up,
       round(extract(epoch from next_attempt_at - clock_timestamp()) / 60)::int as wait
     from mails where user_id = $1`,
    [user.id],
  )
  expect(rows).toHaveLength(1)
  return rows[0]
}

async function attemptsOf(to: string): Promise<number> {
  const { rows } = await testApp().owner.query('select attempts from mails where to_address = $1', [to])
  return rows[0]?.attempts
}

const makeDue = () =>
  testApp().owner.query('update mails set next_attempt_at = clock_timestamp() where sent_at is null')

describe('a mail is queued', () => {
  test('if and only if its transaction commits', async () => {
    const context = await withMailer(mailerTo(mailServer.url))
    const act = inTransaction(context.db, async (tx) => {
      const values = { code: '111111' }
      await queueMail(tx, { userId: user.id, to: user.email, language: 'en', kind: 'sign_in_code', values })
      throw new Error('the act failed after all')
    })
    await expect(act).rejects.toThrow('after all')
    expect(await mailsTo(testApp().owner, user.email)).toEqual([])
    await queueCode(context, '222222')
    expect(await lastMail(testApp().owner, user.email, 'sign_in_code')).toMatchObject({ values: { code: '222222' } })
    await sendDueMails(context)
    expect(mailServer.taken.map(({ text }) => /\d{6}/.exec(text ?? '')?.[0])).toEqual(['222222'])
  })

  test('to one plain address, with a known kind and language, and its address cannot change', async () => {
    await withMailer(mailerTo(mailServer.url))
    const insert = (column: string, value: string) => {
      const mail: Record<string, string> = {
        kind: `'sign_in_code'`,
        to_address: `'a@b.example'`,
        language: `'en'`,
        values: `'{}'`,
      }
      const columns = { ...mail, [column]: value }
      return `insert into mails (user_id, ${Object.keys(columns).join()}) values ('${user.id}', ${Object.values(columns).join()})`
    }
    const { owner } = testApp()
    for (const to of [
      `E'a@b.example\\r\\nBcc: c@d.example'`,
      `'a@b.example,c@d.example'`,
      `'<a@b.example>'`,
      `'no-at-sign'`,
    ]) {
      expect([to, await refusalOf(owner, insert('to_address', to))]).toEqual([to, 'mails_to_address'])
    }
    expect(await refusalOf(owner, insert('kind', `'advert'`))).toBe('mails_kind')
    expect(await refusalOf(owner, insert('language', `'de'`))).toBe('mails_language')
    expect(await refusalOf(owner, insert('values', `'"123456"'`))).toBe('mails_values_object')
    const asProgram = (statement: string) =>
      refusalOf(owner, `set local role sarraf_app; set local app.viewer = system; ${statement}`)
    expect(await asProgram(`update mails set to_address = 'thief@b.example'`)).toBe('42501')
    expect(await asProgram(`update mails set kind = 'reset_password'`)).toBe('42501')
    expect(await asProgram(`update caught_mails set text = ''`)).toBe('42501')
  })
})

describe('a mail is sent', () => {
  test('once, and its tokens are deleted', async () => {
    const context = await withMailer(mailerTo(mailServer.url))
    await queueCode(context)
    await sendDueMails(context)
    await sendDueMails(context)
    expect(mailServer.taken).toHaveLength(1)
    expect(await row()).toMatchObject({ sent: true, values: {}, attempts: 1, last_error: null })
    const keeping = `update mails set values = '{"code":"123456"}' where user_id = '${user.id}'`
    expect(await refusalOf(testApp().owner, keeping)).toBe('mails_end_without_values')
  })

  test('once each by three concurrent workers', async () => {
    const context = await withMailer(mailerTo(mailServer.url))
    const codes = Array.from({ length: 24 }, (_, i) => String(100_000 + i))
    for (const code of codes) await queueCode(context, code)
    await Promise.all([sendDueMails(context), sendDueMails(context), sendDueMails(context)])
    const arrived = mailServer.taken.map(({ text }) => /\d{6}/.exec(text ?? '')?.[0])
    expect(arrived).toHaveLength(codes.length)
    expect(new Set(arrived)).toEqual(new Set(codes))
  })

  test('again under the same Message-ID when the worker dies before it records the delivery', async () => {
    const real = mailerTo(mailServer.url)
    const context = await withMailer({
      ...real,
      async send(mail) {
        await real.send(mail)
        throw new Error('cut off')
      },
    })
    await queueCode(context)
    await sendDueMails(context)
    await makeDue()
    await sendDueMails(context)
    const [first, second] = mailServer.taken
    expect(first?.messageId).toMatch(/^<[\da-f-]{36}@localhost>$/)
    expect(second?.messageId).toBe(first?.messageId)
  })

  test('by no worker after it failed', async () => {
    const context = await withMailer(mailerTo(mailServer.url))
    await queueCode(context)
    await testApp().owner.query("update mails set created_at = created_at - interval '25 hours'")
    await sendDueMails(context)
    await failStaleMails(context.db)
    await sendDueMails(context)
    expect(mailServer.taken).toEqual([])
    expect(await row()).toMatchObject({ given_up: true, values: {}, last_error: 'no mailer' })
  })
})

describe('an unavailable mail server', () => {
  test('is retried with growing delays, and for a day at most', async () => {
    const gone = await startMailServer()
    await gone.close()
    const context = await withMailer(mailerTo(gone.url))
    await queueCode(context, '', { kind: 'email_change_undone', values: { newEmail: 'b@example.org' } })
    const waits: unknown[] = []
    for (let i = 0; i < 7; i++) {
      await sendDueMails(context)
      await sendDueMails(context)
      waits.push((await row()).wait)
      await makeDue()
    }
    expect(waits).toEqual([1, 5, 30, 120, 240, 480, 480])
    expect(await row()).toMatchObject({ sent: false, attempts: 7, values: { newEmail: 'b@example.org' } })
    await failStaleMails(context.db)
    expect(await row()).toMatchObject({ given_up: false })
    await testApp().owner.query("update mails set created_at = created_at - interval '24 hours 1 second'")
    await failStaleMails(context.db)
    expect(await row()).toMatchObject({ given_up: true, values: {}, last_error: 'ESOCKET CONN' })
  })

  test('gets a code while it works and not afterwards, and is asked once a minute until then', async () => {
    const gone = await startMailServer()
    await gone.close()
    const down = await withMailer(mailerTo(gone.url))
    const up = { ...down, mail: { ...down.mail, mailer: mailerTo(mailServer.url) } }
    await queueCode(down)
    for (let attempt = 1; attempt <= 4; attempt++) {
      await sendDueMails(down)
      expect(await row()).toMatchObject({ attempts: attempt, wait: 1 })
      await makeDue()
    }
    const age = (minutes: number) =>
      testApp().owner.query(`update mails set created_at = clock_timestamp() - interval '${minutes} minutes'`)
    await age(CODE_MINUTES + 1)
    await sendDueMails(up)
    expect(mailServer.taken).toEqual([])
    await failStaleMails(up.db)
    expect(await row()).toMatchObject({ sent: false, given_up: true, values: {}, last_error: 'ESOCKET CONN' })
    await testApp().owner.query('delete from mails')
    await queueCode(up)
    await age(CODE_MINUTES - 1)
    await sendDueMails(up)
    expect(mailServer.taken).toHaveLength(1)
  })

  test('gets the mail when it is available again', async () => {
    const gone = await startMailServer()
    await gone.close()
    const context = await withMailer(mailerTo(gone.url))
    await queueCode(context)
    await sendDueMails(context)
    await makeDue()
    await sendDueMails({ ...context, mail: { ...context.mail, mailer: mailerTo(mailServer.url) } })
    expect(mailServer.taken).toHaveLength(1)
    expect(await row()).toMatchObject({ sent: true, attempts: 2 })
  })

  test('that hangs is waited for with a time limit', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    const { port } = silent.address() as AddressInfo
    const dripping = createServer((socket) => {
      const timer = setInterval(() => socket.write('2'), 50)
      socket.on('close', () => clearInterval(timer)).on('error', () => {})
    })
    await new Promise<void>((ready) => dripping.listen(0, '127.0.0.1', ready))
    const { port: drippingPort } = dripping.address() as AddressInfo
    for (const at of [port, drippingPort]) {
      const context = await withMailer(mailerTo(`smtp://127.0.0.1:${at}`, { stepMs: 300, allMs: 600 }))
      await queueCode(context)
      const began = Date.now()
      await sendDueMails(context)
      expect(Date.now() - began).toBeLessThan(5000)
      expect(await row()).toMatchObject({ sent: false, last_error: expect.stringContaining('ETIMEDOUT') })
    }
    silent.close()
    dripping.close()
  })

  test('that requires authentication gets the user and password of SMTP_URL, and no mail if it refuses them', async () => {
    const strict = await startMailServer({ sender: { user: 'sarraf@example.org', password: 'p@ss:word/' } })
    const at = (user: string, password: string) =>
      `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${strict.port}`
    const right = await withMailer(mailerTo(at('sarraf@example.org', 'p@ss:word/')))
    await queueCode(right)
    await sendDueMails(right)
    expect(strict.taken).toHaveLength(1)
    const wrong = await withMailer(mailerTo(at('sarraf@example.org', 'not it')))
    await queueCode(wrong)
    await sendDueMails(wrong)
    expect(strict.taken).toHaveLength(1)
    const { last_error: reason, sent } = await row()
    expect(sent).toBe(false)
    expect(reason).not.toContain('not it')
    await strict.close()
  })

  test.skipIf(process.platform === 'darwin')('on another machine without TLS gets no mail', async () => {
    const context = await withMailer(mailerTo(`smtp://user:secret@127.0.0.2:${mailServer.port}`))
    await queueCode(context)
    await sendDueMails(context)
    expect(mailServer.taken).toEqual([])
    const { last_error: reason } = await row()
    expect(reason).toMatch(/^ETLS/)
    expect(reason).not.toContain('secret')
  })
})

describe('a mail server that refuses', () => {
  test('one address for good: it is not asked again, and delays no other; for now: it is asked again', async () => {
    const picky = await startMailServer({ refuses: { dead: '550 5.1.1 No such user', full: '452 4.2.2 Mailbox full' } })
    const context = await withMailer(mailerTo(picky.url))
    for (let nr = 0; nr < 8; nr++) await queueCode(context, '111111', { to: `dead${nr}@example.org` })
    await queueCode(context, '222222', { to: 'full@example.org' })
    await queueCode(context, '333333')
    await sendDueMails(context)
    expect(picky.taken.map(({ envelopeTo }) => envelopeTo)).toEqual([[user.email]])
    const { rows } = await testApp().owner.query(
      `select left(to_address, 4) as to, count(*)::int, bool_and(failed_at is not null) as given_up, bool_and(values = '{}') as empty,
         min(last_error) as last_error
       from mails where sent_at is null group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { to: 'dead', count: 8, given_up: true, empty: true, last_error: 'EENVELOPE 550 RCPT' },
      { to: 'full', count: 1, given_up: false, empty: false, last_error: 'EENVELOPE 452 RCPT' },
    ])
    await makeDue()
    await sendDueMails(context)
    expect(await attemptsOf('dead0@example.org')).toBe(1)
    expect(await attemptsOf('full@example.org')).toBe(2)
    await picky.close()
  })

  test('the address of an account for good: the account says so until an email arrives there, or its address changes', async () => {
    const refusing = await startMailServer({ refuses: { reader: '550 5.1.1 No such user' } })
    const context = await withMailer(mailerTo(refusing.url))
    const refusedAt = async () => (await user.get('/api/session')).body.user.emailRefusedAt as string | null
    await queueCode(context, '111111', { to: 'other@example.org' })
    await sendDueMails(context)
    expect(await refusedAt()).toBeNull()
    await queueCode(context)
    await sendDueMails(context)
    expect(Date.parse((await refusedAt())!)).toBeLessThanOrEqual(Date.now())
    const notifications = async () => {
      await inTransaction(context.db, (tx) => notify(tx, { userId: user.id, event: 'outage_started' }))
      await deliverDueEmails(context)
      return (await mailsTo(testApp().owner, user.email)).filter(({ kind }) => kind === 'outage_started').length
    }
    expect(await notifications()).toBe(0)
    await testApp().owner.query(
      `update accounts set email_refused_at = email_refused_at - make_interval(hours => ${RETRY_HOURS}) where user_id = $1`,
      [user.id],
    )
    expect(await notifications()).toBe(1)
    await refusing.close()
    const accepting = { ...context, mail: { ...context.mail, mailer: mailerTo(mailServer.url) } }
    await sendDueMails(accepting)
    expect(await refusedAt()).toBeNull()
    await asOutsider(testApp().owner, [
      `update accounts set refused_email = 'former@example.org', email_refused_at = clock_timestamp() where user_id = '${user.id}'`,
    ])
    expect(await refusedAt()).toBeNull()
  })

  test('a code that failed before leaves after a mail that was never attempted', async () => {
    const context = await withMailer(mailerTo(mailServer.url))
    await queueCode(context, '555555')
    await testApp().owner.query('update mails set attempts = 2')
    await queueCode(context, '', { kind: 'account_deleted', values: {} })
    await sendDueMails(context)
    expect(mailServer.taken.map(({ text }) => /555555/.test(text ?? ''))).toEqual([false, true])
  })

  test('nothing, but is slow: a code leaves before other mails, and news last', async () => {
    const context = await withMailer(mailerTo(mailServer.url))
    await queueCode(context, '', { kind: 'announcement', values: { message: 'News' } })
    await queueCode(context, '', { kind: 'account_deleted', values: {} })
    await queueCode(context, '444444')
    await sendDueMails(context)
    const kinds = mailServer.taken.map(({ text }) =>
      /444444/.test(text ?? '') ? 'code' : /News/.test(text ?? '') ? 'news' : 'other',
    )
    expect(kinds).toEqual(['code', 'other', 'news'])
  })
})

describe('the settings of the mail server', () => {
  test.each([
    ['https://sarraf.example', 'sarraf.example'],
    ['http://192.0.2.7:3000', null],
    ['http://localhost:3000', null],
  ])('at %s it is greeted by the public name, where there is one', async (publicUrl, name) => {
    mailServer.greeted.length = 0
    const { config } = testApp().context
    const mailer = smtp({ ...config, publicUrl, smtpUrl: mailServer.url })
    const context = await withMailer(mailer)
    await queueCode(context)
    await sendDueMails(context)
    if (name === null) expect(mailServer.greeted).toEqual([expect.not.stringContaining('192.0.2.7')])
    else expect(mailServer.greeted).toEqual([name])
  })

  test.skipIf(process.platform === 'darwin')(
    'allow a relay inside a network without TLS, and one with a certificate of a private authority',
    async () => {
      const { privateKey: key, certificate: cert } = makeCertificate('localhost')
      const tls = await startMailServer({ certificate: { key, cert } })
      const { config } = testApp().context
      const outcome = async (smtpUrl: string, settings: Partial<SmtpSettings>) => {
        const context = await withMailer(smtp({ ...config, smtpUrl, ...settings }))
        await queueCode(context)
        await sendDueMails(context)
        const { sent, last_error: refusal } = await row()
        return sent ? 'sent' : refusal
      }
      const relay = `smtp://127.0.0.2:${mailServer.port}`
      expect(await outcome(relay, {})).toMatch(/^ETLS/)
      expect(await outcome(relay, { smtpTls: 'off' })).toBe('sent')
      const withTls = `smtp://localhost:${tls.port}`
      expect(await outcome(withTls, { smtpTls: 'required' })).toMatch(/^ESOCKET/)
      expect(await outcome(withTls, { smtpTls: 'required', smtpCa: cert })).toBe('sent')
      expect(await outcome(`smtp://localhost:${mailServer.port}`, { smtpTls: 'required' })).toMatch(/^ETLS/)
      await tls.close()
    },
  )
})

test('mails are purged after seven days', async () => {
  const context = await withMailer(mailerTo(mailServer.url))
  await queueCode(context)
  await testApp().owner.query("update mails set created_at = created_at - interval '6 days 23 hours'")
  await purgeExpiredRows(context.db)
  expect(await row()).toMatchObject({ sent: false })
  await testApp().owner.query("update mails set created_at = created_at - interval '2 hours'")
  await purgeExpiredRows(context.db)
  expect(await mailsTo(testApp().owner, user.email)).toEqual([])
})
