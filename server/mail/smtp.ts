import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Mailer } from './mailer.ts'

/** `stepMs` limits each SMTP step, `allMs` the whole delivery, also where the server answers a byte a second. */
const PATIENCE = { stepMs: 10_000, allMs: 20_000 }
/** When the server stops, deliveries in progress get this long to end. */
const CLOSE_MS = 3000
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1'])

type Settings = { smtpUrl: string } & Pick<Config, 'mailFrom' | 'publicUrl'>

/**
 * Sends over SMTP, with one connection for each mail. The Message-ID is made from the mail's id, so that receivers
 * recognise a mail that was sent twice. TLS is required except for a mail server on this machine.
 */
export function smtp({ smtpUrl, mailFrom, publicUrl }: Settings, { stepMs, allMs } = PATIENCE): Mailer {
  const transport = createTransport({
    ...serverOf(new URL(smtpUrl)),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { hostname } = new URL(publicUrl)
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
      await within(allMs, sending, closing.signal)
    },
    close() {
      setTimeout(() => closing.abort(), CLOSE_MS).unref()
      transport.close()
    },
  }
}

function serverOf({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = protocol === 'smtps:'
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A mail server on this machine usually has only a self-signed certificate.
    ...(THIS_MACHINE.has(host) ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/** A delivery that times out may still succeed: the next attempt then sends the mail again, under the same Message-ID. */
async function within(ms: number, sending: Promise<unknown>, closing: AbortSignal): Promise<void> {
  sending.catch(() => {})
  const done = new AbortController()
  const signal = AbortSignal.any([closing, done.signal])
  const tooLong = sleep(ms, undefined, { signal, ref: false }).then(() => {
    throw Object.assign(new Error('the mail server takes too long'), { code: 'ETIMEDOUT' })
  })
  try {
    await Promise.race([sending, tooLong])
  } finally {
    done.abort()
  }
}
