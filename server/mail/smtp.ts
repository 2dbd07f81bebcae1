import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Mailer } from './mailer.ts'
import type { WrittenMail } from './write-mail.ts'

/** `stepMs` limits each SMTP step, `allMs` the whole delivery, also where the server answers a byte a second. */
const PATIENCE = { stepMs: 10_000, allMs: 20_000 }
/** When the server stops, deliveries in progress get this long to end. */
const CLOSE_MS = 3000
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1'])

/** `send` resolves with the mail server's answer, as "250 2.0.0 Ok: queued as 4F1B2". */
export type SmtpMailer = Omit<Mailer, 'send'> & { send(mail: WrittenMail): Promise<string> }
export type SmtpSettings = { smtpUrl: string } & Pick<Config, 'mailFrom' | 'publicUrl' | 'smtpTls' | 'smtpCa'>

/**
 * Sends over SMTP, with one connection for each mail. The Message-ID is made from the mail's id, so that receivers
 * recognise a mail that was sent twice. TLS is required except for a mail server on this machine, or as `SMTP_TLS` says.
 */
export function smtp(settings: SmtpSettings, { stepMs, allMs } = PATIENCE): SmtpMailer {
  const { mailFrom, publicUrl } = settings
  const { hostname } = new URL(publicUrl)
  const transport = transportOf(settings, stepMs)
  const closing = new AbortController()
  return {
    kind: 'smtp',
    async send({ id, to, replyTo, language, subject, settingsAddress, text, html }) {
      const sending = transport.sendMail({
        from: mailFrom,
        // An object is parsed as one address; a string could be a list.
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        html,
        messageId: `<${id}@${hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': language,
          // Mail programs show it as their own link to unsubscribe (RFC 2369).
          ...(settingsAddress !== undefined && { 'List-Unsubscribe': `<${settingsAddress}>` }),
        },
      })
      return (await within(allMs, sending, closing.signal)).response
    },
    close() {
      setTimeout(() => closing.abort(), CLOSE_MS).unref()
      transport.close()
    },
  }
}

/** Connects, encrypts and signs in as for a mail, and sends none. Throws as a delivery does. */
export async function assertSmtpAnswers(settings: SmtpSettings, { stepMs, allMs } = PATIENCE): Promise<void> {
  const transport = transportOf(settings, stepMs)
  try {
    await within(allMs, transport.verify(), new AbortController().signal)
  } finally {
    transport.close()
  }
}

function transportOf(settings: SmtpSettings, stepMs: number) {
  return createTransport({
    ...serverOf(settings),
    ...greetingName(new URL(settings.publicUrl).hostname),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function serverOf({ smtpUrl, smtpTls, smtpCa }: SmtpSettings) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = protocol === 'smtps:'
  // A mail server on this machine usually has only a self-signed certificate.
  const isPlain = smtpTls === 'off' || (smtpTls === 'default' && THIS_MACHINE.has(host) && !secure)
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(isPlain ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(smtpCa !== null && { tls: { ca: smtpCa } }),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/** What the server calls itself (EHLO): the public host, where it has a name; strict relays refuse an address literal. */
function greetingName(hostname: string): { name?: string } {
  return hostname.includes('.') && isIP(hostname) === 0 ? { name: hostname } : {}
}

/** A delivery that times out may still succeed: the next attempt then sends the mail again, under the same Message-ID. */
async function within<T>(ms: number, sending: Promise<T>, closing: AbortSignal): Promise<T> {
  sending.catch(() => {})
  const done = new AbortController()
  const signal = AbortSignal.any([closing, done.signal])
  const tooLong = sleep(ms, undefined, { signal, ref: false }).then(() => {
    throw Object.assign(new Error('the mail server takes too long'), { code: 'ETIMEDOUT' })
  })
  try {
    return await Promise.race([sending, tooLong])
  } finally {
    done.abort()
  }
}
