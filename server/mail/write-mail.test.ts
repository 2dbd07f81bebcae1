import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CODE_MINUTES,
  CONFIRM_EMAIL_MINUTES,
  RESET_MINUTES,
  UNDO_EMAIL_MINUTES,
  VERIFY_HOURS,
} from '../../domain/accounts.ts'
import { directionOf, LANGUAGES, prefixOf } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { startMailServer } from '../testing/mail-server.ts'
import type { MailServer } from '../testing/mail-server.ts'
import { MAIL_KINDS } from './kinds.ts'
import type { MailKind } from './kinds.ts'
import { smtp } from './smtp.ts'
import { readWordings } from './wordings.ts'
import type { Wordings } from './wordings.ts'
import { writeMail } from './write-mail.ts'

const SITE = 'https://sarraf.example'
const VALUES: Record<string, string> = {
  link: '/reset-password#token=abc_DEF-123',
  newEmail: 'new@example.org',
  code: '042137',
  device: 'Firefox, Windows',
  at: '2026-11-21T09:41:00.000Z',
  what: 'passkey',
  left: '3',
  trader: 'karim_sfax',
  fiatMilli: '1500500',
  currency: 'TND',
}
const EVERY = LANGUAGES.flatMap((language) =>
  (Object.keys(MAIL_KINDS) as MailKind[]).map((kind) => [language, kind] as const),
)
const ENGLISH = EVERY.filter(([language]) => language === 'en')

let wordings: Wordings
let mailServer: MailServer
beforeAll(async () => {
  wordings = await readWordings()
  mailServer = await startMailServer()
})
afterAll(() => mailServer.close())

function write(kind: MailKind, language: Language = 'en', changes: Record<string, string> = {}) {
  const values = Object.fromEntries(MAIL_KINDS[kind].map((name) => [name, VALUES[name] ?? '']))
  const mail = { id: crypto.randomUUID(), to: 'amina@example.org', language, kind, values: { ...values, ...changes } }
  return writeMail(wordings, SITE, mail)
}

test.each(EVERY)(
  '%s %s is called one about the safety of an account, and not to be turned off, if it is',
  (language, kind) => {
    const sender = (of: MailKind) => write(of, language).text.split('\n').at(-4)
    expect(sender(kind) === sender('password_changed')).toBe(!kind.startsWith('trade_'))
  },
)

test.each(EVERY)('%s %s says all it has to', (language, kind) => {
  const { subject, text, html } = write(kind, language)
  const english = write(kind)
  for (const part of [subject, text, html]) expect(part).not.toMatch(/[{}]|undefined|NaN|Invalid/)
  if (language !== 'en') {
    expect(subject).not.toBe(english.subject)
    expect(
      text.split('\n').filter((line) => line.length > 9 && english.text.includes(line) && !line.includes('://')),
    ).toEqual([])
  }
  const names: readonly string[] = MAIL_KINDS[kind]
  for (const name of ['newEmail', 'code', 'device']) {
    if (names.includes(name)) for (const part of [text, html]) expect(part).toContain(VALUES[name])
  }
  if (names.includes('link')) {
    const link = `${SITE}${prefixOf(language)}${VALUES.link}`
    for (const part of [text, html]) expect(part).toContain(link)
  }
  expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
  expect(text).toContain('amina@example.org')
})

describe('in words', () => {
  test.each([
    ['verify_email', `for ${VERIFY_HOURS} hours.`],
    ['reset_password', `for ${RESET_MINUTES} minutes.`],
    ['sign_in_code', `for ${CODE_MINUTES} minutes.`],
    ['reauthentication_code', `for ${CODE_MINUTES} minutes.`],
    ['registration_code', `for ${CODE_MINUTES} minutes.`],
    ['confirm_new_email', `for ${CONFIRM_EMAIL_MINUTES} minutes.`],
  ] as const)('%s tells how long it works', (kind, expected) => {
    expect(write(kind).text).toContain(expected)
  })

  test.each([
    ['en', '1,500.50 TND'],
    ['fr', '1 500,50 TND'],
    ['ar', '1 500,50 TND'],
  ] as const)('in %s a trade is told with its amount: %s', (language, expected) => {
    const { text } = write('trade_paid', language)
    expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(expected)
    expect(text).toContain('karim_sfax')
  })

  test('email_change_started promises a day, which its link lives at least', () => {
    expect(write('email_change_started').text).toContain('for 24 hours')
    expect(UNDO_EMAIL_MINUTES).toBeGreaterThanOrEqual(24 * 60)
  })

  test('the moment is told in the reader’s language, with its zone', () => {
    expect(write('new_device').text).toContain('21 November 2026 at 09:41 UTC')
    expect(write('new_device', 'fr').text).toContain('21 novembre 2026')
    expect(write('new_device', 'ar').text).toContain('21 نوفمبر 2026')
  })

  test.each([
    ['en', '0', 'That was the last one'],
    ['en', '1', '1 code is left.'],
    ['en', '9', '9 codes are left.'],
    ['fr', '1', 'Il reste 1 code.'],
    ['ar', '2', 'بقي رمزان.'],
    ['ar', '3', 'بقيت 3 رموز.'],
  ] as const)('%s counts %s recovery codes', (language, left, expected) => {
    expect(write('recovery_code_used', language, { left }).text).toContain(expected)
  })

  test.each(ENGLISH)('%s %s: only what news of trades is says that it can be turned off', (_, kind) => {
    const { text } = write(kind)
    expect(text.includes('Such mails can be turned off')).toBe(kind.startsWith('trade_'))
    expect(text.includes('cannot be turned off')).toBe(!kind.startsWith('trade_'))
    // Most of them reach either side of a trade, and only one of them pays.
    expect(text).not.toContain('do not pay')
  })

  test.each(ENGLISH)('%s %s: where a new password is asked for, the link leads to one', (_, kind) => {
    const { text } = write(kind)
    const isAsked = text.includes('set a new password at once')
    expect(isAsked && !text.includes(`${SITE}/forgot-password`)).toBe(false)
  })

  test('a passkey is not an authenticator app', () => {
    expect(write('second_factor_added', 'en', { what: 'passkey' }).text).toContain('A passkey was added')
    expect(write('second_factor_added', 'en', { what: 'totp' }).text).toContain('An authenticator app was added')
  })
})

describe('a hostile value', () => {
  test('is text in the HTML, never a part of it', () => {
    const { html } = write('new_device', 'en', { device: `<script>alert(1)</script>"'&<img src=x onerror=alert(1)>` })
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;')
    expect(write('sign_in_code', 'en', { code: '<b>1</b>' }).html).toContain('&lt;b&gt;1&lt;/b&gt;')
    expect(write('verify_email', 'en', { link: '/x"onclick="alert(1)' }).html).not.toContain('"onclick')
  })

  test('is one line, and cannot turn the direction of the text around', () => {
    const { text } = write('email_changed', 'en', { newEmail: 'a\r\nBcc: b@example.org\u202Egro.elpmaxe' })
    expect(text).toContain('the address a Bcc: b@example.org gro.elpmaxe.')
  })

  test('is no message of its own: braces stay braces', () => {
    expect(write('new_device', 'en', { device: '{to} {at}' }).text).toContain('{to} {at}')
  })

  test.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'leads nowhere else: %j',
    (link) => {
      for (const language of LANGUAGES) {
        const written = () => write('reset_password', language, { link })
        if (prefixOf(language) === '' || !link.startsWith('/')) expect(written).toThrow('elsewhere')
        else expect(written().text).not.toMatch(/https?:\/\/evil/)
      }
    },
  )
})

test('a mail program gets text and HTML under the right headers', async () => {
  const mailer = smtp({ smtpUrl: mailServer.url, mailFrom: 'Sarraf <mail@sarraf.example>', publicUrl: SITE })
  const mail = write('reset_password', 'ar')
  await mailer.send(mail)
  const [arrived] = mailServer.taken
  expect(arrived).toMatchObject({
    from: { name: 'Sarraf', address: 'mail@sarraf.example' },
    to: [{ name: '', address: 'amina@example.org' }],
    envelopeTo: ['amina@example.org'],
    subject: mail.subject,
    messageId: `<${mail.id}@sarraf.example>`,
  })
  expect(arrived?.text?.trim()).toBe(mail.text.trim())
  expect(arrived?.html?.trim()).toBe(mail.html.trim())
  const headers = Object.fromEntries((arrived?.headers ?? []).map(({ key, value }) => [key, value]))
  expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'ar' })
  expect(headers['content-type']).toMatch(/^multipart\/alternative/)
  expect(headers.bcc).toBeUndefined()
})
