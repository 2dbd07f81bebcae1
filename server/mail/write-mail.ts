import { ASSET } from '../../domain/asset.ts'
import { EMAIL_PATTERN } from '../../domain/accounts/accounts.ts'
import { directionOf, formattingOf, prefixOf } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { FIAT_DECIMALS, USDT_DECIMALS, formatFiat, formatUsdt } from '../../domain/money.ts'
import { decimalFormatter } from '../../domain/number-format.ts'
import { SELECT_VALUES } from '../../domain/notifications/mail-values.ts'
import type { SummarisedTrade } from '../../domain/notifications/summaries.ts'
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import { BOND_END_TEXTS, BOND_RULE_TEXTS } from '../../domain/trades/bond-texts.ts'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import { MAIL_FIGURES } from './figures.ts'
import type { MailText } from './mail-text.ts'
import { page } from './page.ts'
import type { MailParts } from './page.ts'
import {
  BOND_HELD_TEXTS,
  NOTIFICATION_SETTINGS,
  NOTIFICATION_TEXTS,
  SUMMARY_LINE,
  SUMMARY_MORE,
} from './notification-texts.ts'
import { DEVICE, MAIL_TEXTS, PLAIN_LINK, SECURITY_FOOTER } from './texts.ts'
import { SECRET_FOOTER } from './staff-texts.ts'
import type { MessageCatalogues } from './message-catalogues.ts'

/** A mail of the outbox; its values are strings by the names of its kind. */
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
  /** The Reply-To address, if any. */
  replyTo?: string
  language: Language
  subject: string
  /** Where the reader turns such mails off; not of a mail that cannot be turned off. */
  settingsAddress?: string
  text: string
  html: string
}

/** Writes a mail in its user's language, as text and as HTML. `publicUrl` is the origin of its links. */
export function writeMail(catalogues: MessageCatalogues, publicUrl: string, mail: QueuedMail): WrittenMail {
  const { id, to, language, kind, values } = mail
  const {
    subject,
    paragraphs,
    button,
    linkPath,
    closing = [],
    quotedValue,
    bodyValue,
    bond,
    listsTrades,
    footer = securityFooter(values),
  } = MAIL_TEXTS[kind]
  const shown = displayValues(values, language)
  const translate = (text: string) => catalogues[language]._(text, { ...MAIL_FIGURES, ...shown })
  if (values.browser !== undefined) shown.device = deviceName(shown, translate)
  if (values.paymentMethod !== undefined)
    shown.paymentMethod = translate(PAYMENT_METHOD_NAMES[values.paymentMethod as PaymentMethod])
  const link = values.link ?? linkPath
  const parts = {
    subject: translate(subject),
    paragraphs: [...paragraphs, ...bondTexts(bond, values)].map(translate),
    body: bodyValue && linesOf(values[bodyValue] ?? '', language),
    list: listsTrades && listOfTrades(catalogues[language], publicUrl, { language, values }),
    code: values.code,
    quote: quotedValue && linesOf(values[quotedValue] ?? '', language),
    action:
      link !== undefined && button !== undefined
        ? { label: translate(button), address: addressOf(publicUrl, language, link), plain: translate(PLAIN_LINK) }
        : undefined,
    closing: closing.map(translate),
    footer: footer.map(translate),
    settings: Object.hasOwn(NOTIFICATION_TEXTS, kind)
      ? {
          label: translate(NOTIFICATION_SETTINGS.label),
          address: addressOf(publicUrl, language, NOTIFICATION_SETTINGS.path),
        }
      : undefined,
  }
  const html = page({ ...parts, language, direction: directionOf(language) })
  const replyTo = kind === 'contact_message' ? { replyTo: oneAddress(values.email ?? '') } : {}
  const settings = parts.settings ? { settingsAddress: parts.settings.address } : {}
  return { id, to, ...replyTo, language, subject: parts.subject, ...settings, text: plainText(parts), html }
}

/** Each trade of a summary as a link, and below them the number of those that are not listed. */
function listOfTrades(
  i18n: MessageCatalogues[Language],
  publicUrl: string,
  { language, values }: Pick<QueuedMail, 'language' | 'values'>,
): MailParts['list'] {
  const trades = JSON.parse(values.trades ?? '[]') as SummarisedTrade[]
  const more = Number(values.count) - trades.length
  return {
    links: trades.map(({ event, ...trade }) => {
      const what = i18n._(NOTIFICATION_TEXTS[event].subject, MAIL_FIGURES)
      const label = i18n._(SUMMARY_LINE, { ...displayValues(trade, language), what })
      return { label, address: addressOf(publicUrl, language, trade.link) }
    }),
    more: more > 0 ? i18n._(SUMMARY_MORE, { more }) : null,
  }
}

/** What the mail of a trade says of its bond; nothing without one. */
function bondTexts(what: MailText['bond'], values: QueuedMail['values']): string[] {
  if (what === undefined || BigInt(values.bondMicro ?? 0) === 0n) return []
  const role = values.role as PartyRole
  const outcome = values.bondOutcome as BondOutcome
  if (what === 'rule') return [BOND_RULE_TEXTS[role]]
  if (what === 'end') return [BOND_END_TEXTS[role][outcome]]
  return outcome === 'burned' ? [] : [BOND_HELD_TEXTS[role][outcome]]
}

function securityFooter({ code, link }: Readonly<Record<string, string>>): readonly string[] {
  return code === undefined && link === undefined ? [SECURITY_FOOTER] : [SECURITY_FOOTER, SECRET_FOOTER]
}

type DisplayValues = Record<string, string | number>

function deviceName({ browser, system }: DisplayValues, translate: (text: string) => string): string | number {
  if (browser && system) return translate(DEVICE.full)
  return browser || system || translate(DEVICE.unknown)
}

function plainText({ paragraphs, body, list, code, quote, action, closing, footer, settings }: MailParts): string {
  const quoted = quote ? [quote.map((line) => `> ${line}`).join('\n')] : []
  const middle = [
    ...(body ? [body.join('\n')] : []),
    ...(list ? list.links.map(({ label, address }) => `${label}\n${address}`) : []),
    ...(list && list.more !== null ? [list.more] : []),
    ...(code === undefined ? [] : [code]),
    ...quoted,
    ...(action ? [`${action.label}\n${action.address}`] : []),
  ]
  return `${[...paragraphs, ...middle, ...closing, '-- ', [...footer, ...(settings ? [settings.address] : [])].join('\n')].join('\n\n')}\n`
}

/** The link leads to this site, whatever a caller queued: "//evil.example" and "https://…" throw. */
function addressOf(publicUrl: string, language: Language, link: string): string {
  const address = new URL(prefixOf(language) + link, publicUrl)
  if (!link.startsWith('/') || address.origin !== new URL(publicUrl).origin)
    throw new Error('a mail would link to another site')
  return address.href
}

/** Values as sentences include them: on one line, and in Arabic with bidirectional isolation. */
function displayValues(values: Readonly<Record<string, string>>, language: Language): DisplayValues {
  const { at, until, timeZone, left, count, fiatMilli, currency, usdtMicro, bondMicro } = values
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    Object.hasOwn(SELECT_VALUES, name) ? value : onOneLine(value, language),
  ])
  return {
    ...Object.fromEntries(texts),
    ...(at !== undefined && { at: moment(at, language, 'UTC') }),
    ...(until !== undefined && { until: moment(until, language, timeZone ?? 'UTC') }),
    ...(left !== undefined && { left: Number(left) }),
    ...(count !== undefined && { count: Number(count) }),
    ...(fiatMilli !== undefined && { fiat: amount(formatFiat(BigInt(fiatMilli)), currency ?? '', language) }),
    ...(bondMicro !== undefined && { bond: usdtAmount(bondMicro, language) }),
    ...(usdtMicro !== undefined && { usdt: usdtAmount(usdtMicro, language) }),
  }
}

/** Isolates each line, so that it can neither end the isolation nor change the direction of other lines. */
function linesOf(text: string, language: Language): string[] {
  return text.split('\n').map((line) => onOneLine(line, language))
}

/** Throws for a text that could add a header or a recipient. */
function oneAddress(address: string): string {
  if (!EMAIL_PATTERN.test(address) || /[\s,;<>"]/.test(address))
    throw new Error('a mail would have an invalid Reply-To address')
  return address
}

/** U+2068 and U+2069 isolate it, as `<bdi>` does. */
function onOneLine(value: string, language: Language): string {
  const line = value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return directionOf(language) === 'rtl' && line !== '' ? `\u2068${line}\u2069` : line
}

/** "3.212680 USDT", to the last digit as on the pages. */
function usdtAmount(micro: string, language: Language): string {
  return amount(formatUsdt(BigInt(micro)), ASSET, language, USDT_DECIMALS)
}

/** "1,500.00 EUR", as the pages write it. `decimal` is a decimal string. */
function amount(decimal: string, unit: string, language: Language, decimals = FIAT_DECIMALS): string {
  const format = decimalFormatter(formattingOf(language), { minimumFractionDigits: decimals })
  return onOneLine(`${format(decimal)} ${unit}`, language)
}

/** "21 November 2026 at 09:41 UTC", or in the user's own time zone "… at 10:41 GMT+1". */
function moment(at: string, language: Language, timeZone: string): string {
  const moment = new Date(at)
  const format = new Intl.DateTimeFormat(formattingOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return `${format.format(moment)} ${zoneName(moment, language, timeZone)}`
}

/** "UTC", or by its distance from it: "GMT+1", « UTC+1 ». */
function zoneName(moment: Date, language: Language, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC'
  const parts = new Intl.DateTimeFormat(formattingOf(language), { timeZone, timeZoneName: 'shortOffset' })
  return parts.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
