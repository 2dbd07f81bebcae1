import { EMAIL_PATTERN } from '../../domain/accounts.ts'
import { directionOf, formattingOf, prefixOf } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { FIAT_DECIMALS, formatFiat } from '../../domain/money.ts'
import { decimalFormatter } from '../../domain/number-format.ts'
import { SELECT_VALUES } from './kinds.ts'
import type { MailKind } from './kinds.ts'
import { page } from './page.ts'
import type { Parts } from './page.ts'
import { DEVICE, MAIL_TEXTS, PLAIN_LINK, SECRET_FOOTER, SECURITY_FOOTER } from './texts.ts'
import type { MessageCatalogues } from './message-catalogues.ts'

/** A mail of the outbox: its values are strings under the names of its kind. */
export type QueuedMail = {
  id: string
  to: string
  language: Language
  kind: MailKind
  values: Readonly<Record<string, string>>
}

export type WrittenMail = {
  id: string
  to: string
  /** Where a reply goes, if not to the sender of all mail. */
  replyTo?: string
  language: Language
  subject: string
  text: string
  html: string
}

/** Words a mail in its person's language, as text and as HTML. `publicUrl` is the origin its links lead to. */
export function writeMail(catalogues: MessageCatalogues, publicUrl: string, mail: QueuedMail): WrittenMail {
  const { id, to, language, kind, values } = mail
  const { subject, says, button, leadsTo, adds = [], quotes, footer = securityFooter(values) } = MAIL_TEXTS[kind]
  const shown = shownValues(values, language)
  const worded = (text: string) => catalogues[language]._(text, shown)
  if (values.browser !== undefined) shown.device = deviceName(shown, worded)
  const link = values.link ?? leadsTo
  const parts = {
    subject: worded(subject),
    says: says.map(worded),
    code: values.code,
    quote: quotes && linesOf(values[quotes] ?? '', language),
    action:
      link !== undefined && button !== undefined
        ? { label: worded(button), address: addressOf(publicUrl, language, link), plain: worded(PLAIN_LINK) }
        : undefined,
    adds: adds.map(worded),
    footer: footer.map(worded),
  }
  const html = page({ ...parts, language, direction: directionOf(language) })
  const replyTo = kind === 'contact_message' ? { replyTo: oneAddress(values.email ?? '') } : {}
  return { id, to, ...replyTo, language, subject: parts.subject, text: plainText(parts), html }
}

function securityFooter({ code, link }: Readonly<Record<string, string>>): readonly string[] {
  return code === undefined && link === undefined ? [SECURITY_FOOTER] : [SECURITY_FOOTER, SECRET_FOOTER]
}

type Shown = Record<string, string | number>

function deviceName({ browser, system }: Shown, worded: (text: string) => string): string | number {
  if (browser && system) return worded(DEVICE.full)
  return browser || system || worded(DEVICE.unknown)
}

function plainText({ says, code, quote, action, adds, footer }: Parts): string {
  const quoted = quote ? [quote.map((line) => `> ${line}`).join('\n')] : []
  const middle = [
    ...(code === undefined ? [] : [code]),
    ...quoted,
    ...(action ? [`${action.label}\n${action.address}`] : []),
  ]
  return `${[...says, ...middle, ...adds, '-- ', footer.join('\n')].join('\n\n')}\n`
}

/** Whatever a caller queued, the link leads to this site: "//evil.example" and "https://…" stop the sending. */
function addressOf(publicUrl: string, language: Language, link: string): string {
  const address = new URL(prefixOf(language) + link, publicUrl)
  if (!link.startsWith('/') || address.origin !== new URL(publicUrl).origin)
    throw new Error('a mail links to elsewhere')
  return address.href
}

/** Values as they stand in a sentence: on one line, and among Arabic with a direction of their own. */
function shownValues(values: Readonly<Record<string, string>>, language: Language): Shown {
  const { at, left, fiatMilli, currency } = values
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    Object.hasOwn(SELECT_VALUES, name) ? value : onOneLine(value, language),
  ])
  return {
    ...Object.fromEntries(texts),
    ...(at !== undefined && { at: moment(at, language) }),
    ...(left !== undefined && { left: Number(left) }),
    ...(fiatMilli !== undefined && { fiat: amount(fiatMilli, currency ?? '', language) }),
  }
}

/** Each line by itself: what it holds can neither end it nor turn the direction of the others around. */
function linesOf(text: string, language: Language): string[] {
  return text.split('\n').map((line) => onOneLine(line, language))
}

/** Throws for anything that could add a header or an addressee. */
function oneAddress(address: string): string {
  if (!EMAIL_PATTERN.test(address) || /[\s,;<>"]/.test(address)) throw new Error('a mail would be answered elsewhere')
  return address
}

/** U+2068 and U+2069 isolate it, as `<bdi>` does. */
function onOneLine(value: string, language: Language): string {
  const line = value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return directionOf(language) === 'rtl' && line !== '' ? `\u2068${line}\u2069` : line
}

/** "1,500.00 EUR", as the pages write it. */
function amount(fiatMilli: string, currency: string, language: Language): string {
  const format = decimalFormatter(formattingOf(language), { minimumFractionDigits: FIAT_DECIMALS })
  return onOneLine(`${format(formatFiat(BigInt(fiatMilli)))} ${currency}`, language)
}

/** "21 November 2026 at 09:41 UTC": an email does not know its reader’s time zone. */
function moment(at: string, language: Language): string {
  const format = new Intl.DateTimeFormat(formattingOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(at))} UTC`
}
