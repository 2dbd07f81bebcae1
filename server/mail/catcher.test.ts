import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { inTransaction } from '../db/pool.ts'
import { call } from '../testing/app.ts'
import { signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { chooseMailer } from './open-mail.ts'
import { queueMail } from './queue-mail.ts'
import { sendDueMails } from './send-due-mails.ts'

const demonstration = useTestApp({ demo: true })
const production = useTestApp()

describe('in a demonstration', () => {
  test('mail is caught once and public, the latest first', async () => {
    const { app, context } = demonstration()
    const user = await signUp(app, 'reader')
    await inTransaction(context.db, async (tx) => {
      const mail = { userId: user.id, to: user.email, language: 'en' } as const
      await queueMail(tx, { ...mail, kind: 'reset_password', values: { link: '/reset-password#token=abc' } })
      await queueMail(tx, { ...mail, to: 'other@example.net', kind: 'prior_access_revoked', values: {} })
    })
    await sendDueMails(context)
    await sendDueMails(context)
    expect((await call(app, 'GET', '/api/dev', {})).body).toEqual({ mailIsCaught: true })
    const { mails } = (await call(app, 'GET', `/api/dev/mail?to=${user.email.toUpperCase()}`)).body
    const reset = mails.find(({ subject }: { subject: string }) => subject === 'Set a new password')
    expect(mails.every(({ to }: { to: string }) => to === user.email)).toBe(true)
    const { body } = await call(app, 'GET', `/api/dev/mail/${reset.id}`)
    expect(body.text).toContain(`${context.config.publicUrl}/reset-password#token=abc`)
    const shown = await call(app, 'GET', `/api/dev/mail/${reset.id}/page`, {})
    expect(shown.body).toContain('<!doctype html>')
    expect(shown.headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    })
    const all = (await call(app, 'GET', '/api/dev/mail')).body.mails
    expect(all[0]).toMatchObject({ to: 'other@example.net', subject: 'We’ve secured your account' })
    expect((await call(app, 'GET', `/api/dev/mail/${crypto.randomUUID()}`)).status).toBe(404)
  })
})

describe('outside a demonstration', () => {
  test('mail waits in the outbox, and caught mails of earlier are not found', async () => {
    const { app, context, owner } = production()
    const user = await signUp(app, 'reader')
    await inTransaction(context.db, (tx) =>
      queueMail(tx, {
        userId: user.id,
        to: user.email,
        language: 'en',
        kind: 'sign_in_code',
        values: { code: '1' },
      }),
    )
    await sendDueMails(context)
    const { rows } = await owner.query(
      "select id, attempts, sent_at from mails where kind = 'sign_in_code' and user_id = $1",
      [user.id],
    )
    expect(rows).toMatchObject([{ attempts: 0, sent_at: null }])
    await owner.query(
      "insert into caught_mails (id, to_address, subject, text, html) values ($1, 'x', 'x', 'x', 'x')",
      [rows[0].id],
    )
    expect((await call(app, 'GET', '/api/dev')).body).toEqual({ mailIsCaught: false })
    const own = `/api/dev/mail/${rows[0].id}`
    for (const address of ['/api/dev/mail', '/api/dev/mail?to=x', own, `${own}/page`]) {
      expect((await call(app, 'GET', address)).status).toBe(404)
    }
  })
})

describe('the choice of mailer', () => {
  const kindFor = (env: NodeJS.ProcessEnv) => chooseMailer(readConfig(env), demonstration().context.db)?.kind ?? null
  const secret = { SECRET: 'x'.repeat(32), RATES: 'fixed' }
  const database = { ...secret, DATABASE_URL: 'postgres://localhost/sarraf' }

  test.each([
    ['SMTP where it is configured', { ...database, SMTP_URL: 'smtps://user:p%40ss@mail.example.org' }, 'smtp'],
    ['SMTP in a demonstration too', { SMTP_URL: 'smtp://localhost:2525' }, 'smtp'],
    ['the catcher in a demonstration', {}, 'catcher'],
    ['the catcher in a demonstration on a database of its own', { ...database, DEMO: '1' }, 'catcher'],
    ['none outside a demonstration', database, null],
    ['none with demonstration mode off', { ...secret, DEMO: '0' }, null],
  ])('%s', (_, env, kind) => {
    expect(kindFor(env)).toBe(kind)
  })

  test('messages to support are not mailed in a demonstration, where every visitor can read captured mail', () => {
    expect(readConfig({}).operator.supportEmail).toBeNull()
  })

  test('a wrong SMTP_URL stops the start, and its password is not shown', () => {
    for (const wrong of ['https://user:hunter2@mail.example.org', 'mail.example.org:hunter2', 'smtp:///hunter2']) {
      expect(() => readConfig({ SMTP_URL: wrong })).toThrow(/^SMTP_URL must be an address such as smtps:(?!.*hunter2)/)
    }
  })
})
