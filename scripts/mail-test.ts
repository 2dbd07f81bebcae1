/**
 * `npm run mail:test -- you@example.org`: sends one mail with the settings of the server (docs/operations.md, Email), and prints
 * what the mail server answered. Needs no database.
 */
import { readConfig } from '../server/config.ts'
import { readRefusal } from '../server/mail/refusals.ts'
import { smtp } from '../server/mail/smtp.ts'
import { emailAddress } from '../server/setting-values.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { Refused } from './owner-database.ts'

try {
  const [to, ...rest] = process.argv.slice(2)
  if (to === undefined || rest.length > 0) throw new Refused('npm run mail:test -- you@example.org')
  const address = emailAddress('The address', to)
  const config = readConfig()
  if (config.smtpUrl === null) throw new Refused('SMTP_URL is not set, so no mail leaves this server.')
  const { hostname, port } = new URL(config.smtpUrl)
  console.log(`Sending from ${config.mailFrom} to ${address} through ${hostname}${port === '' ? '' : `:${port}`} …`)
  const mailer = smtp({ ...config, smtpUrl: config.smtpUrl })
  try {
    const text = `This is a test of the email settings of ${config.publicUrl}.`
    await mailer.send({
      id: crypto.randomUUID(),
      to: address,
      language: 'en',
      subject: 'Test of the email settings',
      text,
      html: `<p>${text}</p>`,
    })
    console.log('The mail server accepted it.')
  } catch (error) {
    const { words, codes } = readRefusal(error)
    const answer = error instanceof Error ? error.message : String(error)
    throw new Refused(`Not sent: ${words} (${codes}). It says: ${answer}`, { cause: error })
  } finally {
    mailer.close()
  }
} catch (error) {
  reportRefusal(error)
}
