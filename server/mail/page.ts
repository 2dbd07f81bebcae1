import { productNames } from '../../domain/operator/product.ts'

export type MailParts = {
  subject: string
  paragraphs: readonly string[]
  /** Lines that staff wrote. */
  body: readonly string[] | undefined
  /** The trades of a summary, and a sentence about those that are not listed. */
  list: { links: readonly { label: string; address: string }[]; more: string | null } | undefined
  code: string | undefined
  quote: readonly string[] | undefined
  action: { label: string; address: string; plain: string } | undefined
  closing: readonly string[]
  footer: readonly string[]
  /** Where the reader turns such mails off. */
  settings: { label: string; address: string } | undefined
}

const INK = '#0b2027'
const MUTED = '#4a5d63'
const BODY = `margin:0;padding:24px;background:#f4f1ea;color:${INK};font:16px/1.5 system-ui,'Segoe UI',Tahoma,sans-serif`
const SHEET = 'max-width:34em;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #d9d3c5;border-radius:10px'
const BUTTON = `display:inline-block;padding:14px 22px;background:${INK};color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none`
const CODE = 'margin:24px 0;font:600 34px/1.2 ui-monospace,Consolas,monospace;letter-spacing:6px'
const BODY_TEXT = 'margin:0 0 12px;overflow-wrap:anywhere'
const QUOTE = `margin:16px 0;padding-inline-start:14px;border-inline-start:3px solid #d9d3c5;overflow-wrap:anywhere`
const SMALL = `color:${MUTED};font-size:14px`

/** The mail as one HTML page: no picture, no script, nothing loaded from anywhere. Everything in it is escaped. */
export function page(mail: MailParts & { language: string; direction: 'ltr' | 'rtl' }): string {
  const { subject, paragraphs, body, list, code, quote, action, closing, footer, settings, language, direction } = mail
  return [
    `<!doctype html><html lang="${language}" dir="${direction}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>`,
    `<body dir="${direction}" style="${escape(BODY)}"><div style="${SHEET}">`,
    `<p style="margin:0 0 20px;font-weight:700">${escape(productNames().productName)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(subject)}</h1>`,
    ...paragraphs.map((text) => paragraph(text)),
    body === undefined ? '' : `<p dir="auto" style="${BODY_TEXT}">${body.map(escape).join('<br>')}</p>`,
    ...(list?.links ?? []).map(tradeLink),
    typeof list?.more === 'string' ? paragraph(list.more) : '',
    code === undefined ? '' : `<p style="${CODE}"><bdi dir="ltr">${escape(code)}</bdi></p>`,
    quote === undefined ? '' : `<blockquote dir="auto" style="${QUOTE}">${quote.map(escape).join('<br>')}</blockquote>`,
    action === undefined ? '' : linkTo(action),
    ...closing.map((text) => paragraph(text)),
    `<hr style="margin:24px 0 16px;border:0;border-top:1px solid #d9d3c5">`,
    ...footer.map((text) => paragraph(text, SMALL)),
    settings === undefined ? '' : linkToSettings(settings),
    '</div></body></html>',
  ].join('\n')
}

function linkTo({ label, address, plain }: NonNullable<MailParts['action']>): string {
  const [href, shown] = [
    escape(address),
    `<a href="${escape(address)}" dir="ltr" style="color:${MUTED};word-break:break-all">`,
  ]
  return [
    `<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escape(label)}</a></p>`,
    `<p style="${SMALL}">${escape(plain)}<br>${shown}${href}</a></p>`,
  ].join('\n')
}

function tradeLink({ label, address }: { label: string; address: string }): string {
  return `<p style="${BODY_TEXT}"><a href="${escape(address)}" style="color:${INK}">${escape(label)}</a></p>`
}

function linkToSettings({ label, address }: NonNullable<MailParts['settings']>): string {
  return `<p style="margin:0;${SMALL}"><a href="${escape(address)}" style="color:${MUTED}">${escape(label)}</a></p>`
}

function paragraph(text: string, style = ''): string {
  return `<p style="margin:0 0 12px;overflow-wrap:anywhere;${style}">${escape(text)}</p>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
