/** What an error of the mail server, or of the connection to it, means. */
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

/** Enhanced status codes (RFC 3463, RFC 7505): network, policy and the sender's address. */
const OF_ALL = /^[45]\.(?:4\.|7\.|1\.[78]$)/
/** No such address or domain, moved, or never with mail. A full or flooded mailbox (5.2) may take the next one. */
const NO_RECIPIENT = /^5\.1\.(?:[1236]|10)$/

export function readRefusal(error: unknown): MailRefusal {
  const [code, status] = [codeOf(error), fieldOf(error, 'responseCode')]
  const sent = fieldOf(error, 'command')
  const command = typeof sent === 'string' ? sent.split(' ')[0]! : ''
  const answered = typeof status === 'number' ? String(status) : ''
  const known = [code ?? '', answered, command].filter((word) => /^\w{1,40}$/.test(word))
  const isAtAddress = code === 'EENVELOPE' && command === 'RCPT'
  const answer = fieldOf(error, 'response')
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(typeof answer === 'string' ? answer : '')?.[1] ?? ''
  // Authentication, a quota, a blocklist and the like concern every mail, wherever the server says so.
  const isOfAll = status === 530 || OF_ALL.test(enhanced)
  const isOfThisMail = (isAtAddress || code === 'EMESSAGE') && !isOfAll
  return {
    codes: known.join(' ') || (error instanceof Error ? error.name : 'unknown'),
    words: WORDS[code ?? ''] ?? 'an unexpected error',
    isOfThisMail,
    // Without an enhanced code, 550 may as well be a policy that the operator can change.
    isFinal: isAtAddress && NO_RECIPIENT.test(enhanced),
  }
}
