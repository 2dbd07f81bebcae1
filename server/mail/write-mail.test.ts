import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CODE_MINUTES,
  CONFIRM_EMAIL_MINUTES,
  LONG_RESET_MINUTES,
  RECOVERY_DAYS,
  REMOVE_ADDITION_MINUTES,
  RESET_MINUTES,
  UNDO_EMAIL_MINUTES,
  VERIFY_HOURS,
} from '../../domain/accounts/accounts.ts'
import { RETENTION } from '../../domain/accounts/privacy.ts'
import { directionOf, LANGUAGES, prefixOf } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { OFFER_LIFE_DAYS } from '../../domain/offers/offers.ts'
import { PAYMENT_METHODS, PAYMENT_METHOD_NAMES } from '../../domain/payments/methods.ts'
import { REFUND_HOLD_MINUTES } from '../../domain/trades/trades.ts'
import { startMailServer } from '../testing/servers/mail-server.ts'
import type { MailServer } from '../testing/servers/mail-server.ts'
import { MAIL_KINDS } from '../../domain/notifications/mail-kinds.ts'
import { SELECT_VALUES } from '../../domain/notifications/mail-values.ts'
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import { smtp } from './smtp.ts'
import { MAIL_TEXTS } from './texts.ts'
import { NOTIFICATION_TEXTS } from './notification-texts.ts'
import { readMessageCatalogues } from './message-catalogues.ts'
import type { MessageCatalogues } from './message-catalogues.ts'
import { writeMail } from './write-mail.ts'

const SITE = 'https://sarraf.example'
const VALUES: Record<string, string> = {
  link: '/reset-password#token=abc_DEF-123',
  newEmail: 'new@example.org',
  code: '042137',
  browser: 'Firefox',
  system: 'Windows',
  at: '2026-11-21T09:41:00.000Z',
  until: '2026-11-22T10:15:00.000Z',
  timeZone: 'Africa/Tunis',
  role: 'seller',
  factor: 'passkey',
  method: 'google',
  paymentMethod: 'tn_bank_transfer',
  left: '3',
  count: '12',
  trades: JSON.stringify([
    {
      event: 'trade_paid',
      link: '/trade/1',
      trader: 'karim_sfax',
      fiatMilli: '1500500',
      currency: 'TND',
      until: '2026-11-22T10:15:00.000Z',
      timeZone: 'Africa/Tunis',
    },
  ]),
  trader: 'karim_sfax',
  fiatMilli: '1500500',
  currency: 'TND',
  bondMicro: '0',
  bondOutcome: 'returned',
  name: 'Leila Ben Salah',
  reference: 'C-1B9D6BCD',
  topic: 'security',
  email: 'leila@example.org',
  answer: 'Done.\nBye.',
  message: 'Where is my trade?\nIt was open yesterday.',
}
const EVERY = LANGUAGES.flatMap((language) =>
  (Object.keys(MAIL_KINDS) as MailKind[]).map((kind) => [language, kind] as const),
)
const ENGLISH = EVERY.filter(([language]) => language === 'en')

let catalogues: MessageCatalogues
let mailServer: MailServer
beforeAll(async () => {
  catalogues = await readMessageCatalogues()
  mailServer = await startMailServer()
})
afterAll(() => mailServer.close())

function write(kind: MailKind, language: Language = 'en', changes: Record<string, string> = {}) {
  const values = Object.fromEntries(MAIL_KINDS[kind].map((name) => [name, VALUES[name] ?? '']))
  const mail = { id: crypto.randomUUID(), to: 'amina@example.org', language, kind, values: { ...values, ...changes } }
  return writeMail(catalogues, SITE, mail)
}

const isNotification = (kind: MailKind) => kind in NOTIFICATION_TEXTS
const isOfTrade = (kind: MailKind) => (MAIL_KINDS[kind] as readonly string[]).includes('fiatMilli')

test.each(EVERY)('%s %s has exactly the footer of its kind', (language, kind) => {
  const footerOf = (of: MailKind) => write(of, language).text.split('-- \n\n').at(-1)?.trim().split('\n')
  const [security, secret] = footerOf('sign_in_code') ?? []
  const names: readonly string[] = MAIL_KINDS[kind]
  if (kind === 'contact_message') {
    expect(footerOf(kind)).toHaveLength(1)
    expect(footerOf(kind)).not.toContain(security)
  } else if (kind === 'contact_answer') {
    expect(footerOf(kind)).toEqual([expect.not.stringMatching(security!), secret])
  } else if (isNotification(kind) && !isOfTrade(kind)) {
    expect(footerOf(kind)).toHaveLength(2)
    expect(footerOf(kind)).toEqual(footerOf('offer_expired'))
    expect(footerOf(kind)).not.toContain(security)
  } else if (kind === 'released_by_key') {
    const [, notice] = footerOf(kind) ?? []
    expect(footerOf(kind)).toEqual([security, notice])
    expect(write('trade_opened', language).text).toContain(notice)
  } else if (isOfTrade(kind)) {
    expect(footerOf(kind)).toHaveLength(2)
    expect(footerOf(kind)).toEqual(footerOf('trade_opened'))
    expect(footerOf(kind)).not.toContain(security)
  } else
    expect(footerOf(kind)).toEqual(names.includes('code') || names.includes('link') ? [security, secret] : [security])
})

test.each(EVERY)('%s %s is translated and contains its values', (language, kind) => {
  const { subject, text, html } = write(kind, language)
  const english = write(kind)
  for (const part of [subject, text, html]) expect(part).not.toMatch(/[{}]|undefined|NaN|Invalid/)
  if (language !== 'en') {
    expect(subject).not.toBe(english.subject)
    expect(
      linesIn(text).filter((line) => line.length > 9 && english.text.includes(line) && !line.includes('://')),
    ).toEqual([])
  }
  const names: readonly string[] = MAIL_KINDS[kind]
  for (const name of ['newEmail', 'code', 'browser', 'system', 'reference', 'email']) {
    if (names.includes(name)) for (const part of [text, html]) expect(part).toContain(VALUES[name])
  }
  if (names.includes('link')) {
    const link = `${SITE}${prefixOf(language)}${VALUES.link}`
    for (const part of [text, html]) expect(part).toContain(link)
  }
  expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
})

/** Without the quoted message, which is the same in every language. */
function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('> '))
}

describe('the text', () => {
  test.each([
    ['verify_email', `in ${VERIFY_HOURS} hours and`],
    ['reset_password', `in ${RESET_MINUTES} minutes and`],
    ['reset_password_long', `in ${LONG_RESET_MINUTES / 60} hours and`],
    ['sign_in_code', `in ${CODE_MINUTES} minutes and`],
    ['reauthentication_code', `in ${CODE_MINUTES} minutes and`],
    ['registration_code', `in ${CODE_MINUTES} minutes and`],
    ['confirm_new_email', `in ${CONFIRM_EMAIL_MINUTES} minutes and`],
  ] as const)('%s states when it expires', (kind, expected) => {
    expect(write(kind).text).toContain(expected)
  })

  test.each([
    ['trade_refund_held', `for ${REFUND_HOLD_MINUTES} minutes`],
    ['dispute_opened_by_system', 'not confirmed in time'],
    ['offer_expired', `${OFFER_LIFE_DAYS} days after`],
  ] as const)('%s has the period of the rule: %s', (kind, expected) => {
    expect(write(kind).text).toContain(expected)
  })

  test.each([
    ['en', '1,500.50 TND'],
    ['fr', '1 500,50 TND'],
    ['ar', '1 500,50 TND'],
  ] as const)('in %s an email about a trade has its amount: %s', (language, expected) => {
    const { text } = write('trade_paid', language)
    expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(expected)
    expect(text).toContain('karim_sfax')
  })

  test.each([
    'email_change_started',
    'email_changed',
    'password_changed',
    'new_device',
    'second_factor_added',
    'recovery_codes_renewed',
    'sign_in_method_added',
    'api_key_added',
  ] as const)('%s states how many days its link is valid, which it is at least', (kind) => {
    expect(write(kind).text).toContain(`in ${RECOVERY_DAYS} days`)
    expect(Math.min(UNDO_EMAIL_MINUTES, REMOVE_ADDITION_MINUTES)).toBeGreaterThanOrEqual(RECOVERY_DAYS * 24 * 60)
  })

  const waiting = EVERY.filter(([, kind]) => (MAIL_KINDS[kind] as readonly string[]).includes('until'))
  test.each(waiting)('%s %s says until when, in the time zone of the reader', (language, kind) => {
    const words = { en: '22 November 2026 at 11:15 GMT+1', fr: '22 novembre 2026 à 11:15 UTC+1', ar: '11:15 غرينتش+1' }
    expect(write(kind, language).text).toContain(words[language])
    expect(write(kind, language, { timeZone: 'UTC' }).text).toContain('10:15 UTC')
  })

  test.each(LANGUAGES)('in %s a mail of a trade says what it means for the buyer and for the seller', (language) => {
    for (const kind of ['trade_opened', 'trade_cancelled', 'trade_expired', 'trade_refund_held'] as const) {
      const [buyer, seller] = ['buyer', 'seller'].map((role) => write(kind, language, { role }).text.split('\n')[0]!)
      expect(buyer).not.toBe(seller)
      expect(buyer).toMatch(/pay|ayez|ادفع|تدفع/i)
      if (kind !== 'trade_opened') expect(seller).toMatch(/USDT.* returned to you|Vos USDT vous|USDT إليك/)
    }
  })

  test.each(EVERY)('%s %s links to the notification settings where it can be turned off', (language, kind) => {
    const { text, html, settingsAddress } = write(kind, language)
    const settings = `${SITE}${prefixOf(language)}/settings?tab=notifications`
    expect(settingsAddress).toBe(isNotification(kind) ? settings : undefined)
    expect(text.includes(settings)).toBe(isNotification(kind))
    expect(html.includes(`href="${settings}"`)).toBe(isNotification(kind))
  })

  test('a time is written in the reader’s language, with its zone', () => {
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

  test.each(ENGLISH)(
    '%s %s: only a notification can be turned off, and that of a trade names the test environment',
    (_, kind) => {
      const { text } = write(kind)
      expect(text.includes('You can turn these emails off in your notification settings')).toBe(isNotification(kind))
      expect(text.includes('can’t be turned off')).toBe(!isNotification(kind) && !kind.startsWith('contact_'))
      expect(text.includes('Test environment')).toBe(isOfTrade(kind) || kind === 'trades_summary')
      // The values are those of a seller, and only the buyer pays.
      expect(text).not.toMatch(/(do not|don’t) pay/i)
    },
  )

  test.each(ENGLISH)('%s %s: a mail that advises a new password links to the password reset', (_, kind) => {
    const { text } = write(kind)
    const advisesNewPassword = text.includes('set a new password now')
    expect(advisesNewPassword && !text.includes(`${SITE}/forgot-password`)).toBe(false)
  })

  test.each([
    ['en', 'Firefox on Windows'],
    ['fr', 'Firefox sur Windows'],
    ['ar', '\u2068Firefox\u2069 على \u2068Windows\u2069'],
  ] as const)('%s names the device as the pages do: %s', (language, expected) => {
    expect(write('new_device', language).text).toContain(expected)
  })

  test.each([
    [{ browser: 'Firefox', system: '' }, 'a new device: Firefox, '],
    [{ browser: '', system: 'Windows' }, 'a new device: Windows, '],
    [{ browser: '', system: '' }, 'a new device: Unknown device, '],
  ])('a device of %j is named as far as it is known', (values, expected) => {
    expect(write('new_device', 'en', values).text).toContain(expected)
  })
})

/** The text that each select value produces, in each language. */
const SELECTED: Record<Exclude<keyof typeof SELECT_VALUES, 'role'>, Record<string, Record<Language, string>>> = {
  factor: {
    passkey: { en: 'passkey', fr: 'clé d’accès', ar: 'مفتاح مرور' },
    totp: { en: 'authenticator app', fr: 'application d’authentification', ar: 'تطبيق' },
  },
  method: {
    google: { en: 'Google', fr: 'Google', ar: 'Google' },
    github: { en: 'GitHub', fr: 'GitHub', ar: 'GitHub' },
    wallet: { en: 'wallet', fr: 'portefeuille', ar: 'محفظ' },
    oidc: { en: 'organisation', fr: 'organisation', ar: 'مؤسستك' },
    saml: { en: 'organisation', fr: 'organisation', ar: 'مؤسستك' },
  },
  topic: {
    general: { en: 'General question', fr: 'Question générale', ar: 'سؤال عام' },
    support: { en: 'Support', fr: 'Assistance', ar: 'الدعم' },
    trading: { en: 'Trading', fr: 'Échanges', ar: 'التداول' },
    account: { en: 'Account', fr: 'Compte', ar: 'الحساب' },
    security: { en: 'Security', fr: 'Sécurité', ar: 'الأمان' },
    business: { en: 'Business', fr: 'Demande professionnelle', ar: 'الأعمال' },
  },
  outcome: {
    release: {
      en: 'decision, the USDT was released',
      fr: 'décision de l’arbitre, les USDT ont été transférés',
      ar: 'القرار، حُرِّر',
    },
    refund: {
      en: 'decision, the USDT was returned',
      fr: 'décision de l’arbitre, les USDT ont été restitués',
      ar: 'القرار، أُعيد',
    },
    split: { en: 'was split', fr: 'partagés', ar: 'قُسّم' },
    seller_conceded: { en: 'The seller conceded', fr: 'Le vendeur a renoncé', ar: 'تنازل البائع' },
    buyer_conceded: { en: 'The buyer conceded', fr: 'L’acheteur a renoncé', ar: 'تنازل المشتري' },
  },
}

test('the figures of mails are values', () => {
  const texts = JSON.stringify(MAIL_TEXTS).replaceAll('=0', '')
  expect(texts).not.toMatch(/\d/)
})

test.each(LANGUAGES)('a deleted account reads for how many years trades are kept, in %s', (language) => {
  expect(write('account_deleted', language).text).toContain(String(RETENTION.tradeYears))
})

test.each(LANGUAGES)('a payment account is named by its method in %s', (language) => {
  for (const method of PAYMENT_METHODS) {
    const { text } = write('payment_account_added', language, { paymentMethod: method })
    expect(text).toContain(catalogues[language]._(PAYMENT_METHOD_NAMES[method]))
  }
})

describe('a value that selects a sentence', () => {
  const choosing = EVERY.flatMap(([language, kind]) =>
    Object.entries(SELECT_VALUES)
      // What a role selects differs with the mail.
      .filter(([name]) => name !== 'role' && (MAIL_KINDS[kind] as readonly string[]).includes(name))
      .flatMap(([name, values]) => values.map((value) => [language, kind, name, value] as const)),
  )

  test.each(choosing)('%s %s with %s %s names that value only', (language, kind, name, value) => {
    const words = SELECTED[name as keyof typeof SELECTED]
    const said =
      write(kind, language, { [name]: value })
        .text.split('\n')[0]
        ?.toLowerCase() ?? ''
    const own = words[value]![language].toLowerCase()
    expect(said).toContain(own)
    for (const { [language]: other } of Object.values(words)) {
      if (other.toLowerCase() !== own) expect(said).not.toContain(other.toLowerCase())
    }
  })

  test.each(LANGUAGES)('is in SELECT_VALUES for every select of the catalogue in %s', async (language) => {
    const catalogue = await readFile(new URL(`./locales/${language}.po`, import.meta.url), 'utf8')
    const selecting = new Set([...catalogue.matchAll(/\{(\w+), select,/g)].map(([, name]) => name))
    expect(selecting).toEqual(new Set(Object.keys(SELECT_VALUES)))
  })
})

describe('a hostile value', () => {
  test('is text in the HTML, never a part of it', () => {
    const { html } = write('new_device', 'en', { browser: `<script>alert(1)</script>"'&<img src=x onerror=alert(1)>` })
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;')
    expect(write('sign_in_code', 'en', { code: '<b>1</b>' }).html).toContain('&lt;b&gt;1&lt;/b&gt;')
    expect(write('verify_email', 'en', { link: '/x"onclick="alert(1)' }).html).not.toContain('"onclick')
  })

  test('is quoted line by line in a contact message, and stays text', () => {
    const message = 'First\n\u202Esecond <b>bold</b>\r\nBcc: b@example.org'
    const { text, html } = write('contact_message', 'en', { message })
    expect(text).toContain('\n> First\n>  second <b>bold</b> \n> Bcc: b@example.org\n')
    expect(html).toContain('>First<br> second &lt;b&gt;bold&lt;/b&gt; <br>Bcc: b@example.org</blockquote>')
  })

  test.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    'A <a@b.example>',
    'a@b.example;c@d.example',
    'no address',
    '',
  ])('is no address to reply to: %j', (email) => {
    expect(() => write('contact_message', 'en', { email })).toThrow('invalid Reply-To')
  })

  test('is one line, and cannot change the direction of the text', () => {
    const { text } = write('email_changed', 'en', { newEmail: 'a\r\nBcc: b@example.org\u202Egro.elpmaxe' })
    expect(text).toContain('address is now a Bcc: b@example.org gro.elpmaxe.')
  })

  test('is not parsed as a message: braces stay braces', () => {
    expect(write('new_device', 'en', { browser: '{to} {at}' }).text).toContain('{to} {at}')
  })

  test.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'cannot link to another site: %j',
    (link) => {
      for (const language of LANGUAGES) {
        const written = () => write('reset_password', language, { link })
        if (prefixOf(language) === '' || !link.startsWith('/')) expect(written).toThrow('another site')
        else expect(written().text).not.toMatch(/https?:\/\/evil/)
      }
    },
  )
})

test('a mail program gets text and HTML under the right headers', async () => {
  const mailer = smtp({
    smtpUrl: mailServer.url,
    mailFrom: 'Sarraf <mail@sarraf.example>',
    publicUrl: SITE,
    smtpTls: 'default',
    smtpCa: null,
  })
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
  expect(arrived?.replyTo ?? []).toEqual([])
  expect(headers['list-unsubscribe']).toBeUndefined()
})

test('a mail program gets the address of the notification settings as the one to unsubscribe', async () => {
  const mailer = smtp({
    smtpUrl: mailServer.url,
    mailFrom: 'Sarraf <mail@sarraf.example>',
    publicUrl: SITE,
    smtpTls: 'default',
    smtpCa: null,
  })
  await mailer.send(write('trade_paid', 'fr'))
  const headers = mailServer.taken.at(-1)?.headers ?? []
  const { value } = headers.find(({ key }) => key === 'list-unsubscribe') ?? {}
  expect(value).toBe(`<${SITE}/fr/settings?tab=notifications>`)
})

test('the Reply-To of a contact message is its sender', async () => {
  const mailer = smtp({
    smtpUrl: mailServer.url,
    mailFrom: 'Sarraf <mail@sarraf.example>',
    publicUrl: SITE,
    smtpTls: 'default',
    smtpCa: null,
  })
  await mailer.send(write('contact_message'))
  expect(mailServer.taken.at(-1)).toMatchObject({
    from: { name: 'Sarraf', address: 'mail@sarraf.example' },
    subject: 'New contact message',
    replyTo: [{ name: '', address: 'leila@example.org' }],
  })
})
