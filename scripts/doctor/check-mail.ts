/** Whether the mail server takes what this server sends. */
import type { Config } from '../../server/config.ts'
import { readRefusal } from '../../server/mail/refusals.ts'
import { assertSmtpAnswers, smtp } from '../../server/mail/smtp.ts'
import type { SmtpSettings } from '../../server/mail/smtp.ts'
import { failed, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

type Settings = Pick<Config, 'demo' | 'mailFrom' | 'publicUrl' | 'smtpCa' | 'smtpTls' | 'smtpUrl'>

/** With an address one mail is sent to it, otherwise the mail server is only signed in to. */
export async function checkMail(settings: Settings, to: string | null): Promise<Finding> {
  const { smtpUrl, demo, mailFrom } = settings
  if (smtpUrl === null) {
    if (to !== null) return failed('SMTP_URL is not set, so no mail leaves this server: set it.')
    return demo
      ? ok('Emails are captured, as SMTP_URL is not set.')
      : warning('No email leaves this server, and each fails after 24 hours: set SMTP_URL.')
  }
  const { hostname, port, username } = new URL(smtpUrl)
  const place = `${hostname}${port === '' ? '' : `:${port}`}`
  let answer = ''
  try {
    if (to === null) await assertSmtpAnswers({ ...settings, smtpUrl })
    else answer = await sendTo(to, { ...settings, smtpUrl })
  } catch (error) {
    const { words, codes } = readRefusal(error)
    const said = error instanceof Error ? error.message : String(error)
    return failed(`${place}: ${words} (${codes}). It says: ${said}. Correct SMTP_URL, SMTP_TLS, SMTP_CA or MAIL_FROM.`)
  }
  if (/@localhost>?$/.test(mailFrom))
    return warning(
      `${place} answers, but the sender is ${mailFrom}, which receivers refuse: set MAIL_FROM to an address of your domain.`,
    )
  const login = username === '' ? ', and SMTP_URL has no login' : ' and accepts the login'
  return ok(
    to === null
      ? `${place} answers${login}; npm run doctor -- --mail you@example.org sends a mail.`
      : `${place} accepted the mail from ${mailFrom} to ${to}. It says: ${answer}`,
  )
}

async function sendTo(to: string, settings: SmtpSettings): Promise<string> {
  const mailer = smtp(settings)
  try {
    const text = `This is a test of the email settings of ${settings.publicUrl}.`
    return await mailer.send({
      id: crypto.randomUUID(),
      to,
      language: 'en',
      subject: 'Test of the email settings',
      text,
      html: `<p>${text}</p>`,
    })
  } finally {
    mailer.close()
  }
}
