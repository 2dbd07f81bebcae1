/** What an error of the mail server or of the way to it means. */
import { codeOf, fieldOf } from '../db/error-codes.ts'

export type MailRefusal = {
  /** "EENVELOPE 550 RCPT": the codes only, since the server's text may quote the mail. */
  codes: string
  /** For the operator. */
  words: string
  /** The server refused this mail or its address; the next one may be accepted. */
  isOfThisMail: boolean
  /** Another attempt would be refused too. */
  isFinal: boolean
}

/** By Nodemailer's codes. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNECTION: 'the mail server of SMTP_URL cannot be reached',
  ESOCKET: 'the mail server of SMTP_URL cannot be reached, or its certificate could not be verified (SMTP_CA)',
  EDNS: 'the host of SMTP_URL is not known',
  ETIMEDOUT: 'the mail server takes too long',
  EAUTH: 'the mail server refuses the user name or the password of SMTP_URL',
  ETLS: 'the mail server offers no encryption (STARTTLS); SMTP_TLS=off allows mail without it',
  EPROTOCOL: 'the mail server answers something that is not SMTP',
  EENVELOPE: 'the mail server refuses the sender or the address',
  EMESSAGE: 'the mail server refuses the mail',
}

export function readRefusal(error: unknown): MailRefusal {
  const [code, status] = [codeOf(error), fieldOf(error, 'responseCode')]
  const sent = fieldOf(error, 'command')
  const command = typeof sent === 'string' ? sent.split(' ')[0]! : ''
  const answered = typeof status === 'number' ? String(status) : ''
  const known = [code ?? '', answered, command].filter((word) => /^\w{1,40}$/.test(word))
  // After MAIL FROM the server has refused the sender, which every mail has.
  const isOfThisMail = (code === 'EENVELOPE' && command === 'RCPT') || code === 'EMESSAGE'
  const isFinal = isOfThisMail && typeof status === 'number' && status >= 500
  return {
    codes: known.join(' ') || (error instanceof Error ? error.name : 'unknown'),
    words: WORDS[code ?? ''] ?? 'an unexpected error',
    isOfThisMail,
    isFinal,
  }
}
