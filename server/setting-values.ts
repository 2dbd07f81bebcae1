/** Readers of single settings: each takes the name and the text, and throws an `OperatorError` that says what to write instead. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { levels } from 'pino'
import { EMAIL_MAX } from '../domain/accounts/accounts.ts'

/** What is wrong, and the remedy: a text for the operator, printed as it is and without a stack. */
export class OperatorError extends Error {}

export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new OperatorError(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`)
  return value
}

export function flag(name: string, text: string): boolean {
  if (text === '1' || text === 'true') return true
  if (text === '0' || text === 'false') return false
  throw new OperatorError(`${name} must be 1 or 0, not ${JSON.stringify(text)}`)
}

/** One of the words. */
export function choice<const Words extends readonly string[]>(name: string, text: string, words: Words): Words[number] {
  if (words.includes(text)) return text
  throw new OperatorError(`${name} must be one of ${words.join(', ')}, not ${JSON.stringify(text)}`)
}

export function logLevel(name: string, text: string): string {
  return choice(name, text, [...Object.values(levels.labels), 'silent'])
}

/** The origin of a web address: `https://example.org`, also where it is written with a slash behind it. */
export function origin(name: string, text: string): string {
  const wanted = `${name} must be an address such as https://example.org`
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new OperatorError(`${wanted}, not ${JSON.stringify(text)}`)
  if (parsed.username !== '' || parsed.password !== '')
    throw new OperatorError(`${wanted}, without a user name and a password`)
  if (parsed.pathname !== '/' || /[?#]/.test(text))
    throw new OperatorError(
      `${wanted}, without a path: the site is served at the root of its host, not at ${JSON.stringify(text)}`,
    )
  return parsed.origin
}

const PLAIN_ADDRESS = /^[^\s\p{Cc},;<>"@]+@[^\s\p{Cc},;<>"@]+$/u

export function emailAddress(name: string, text: string): string {
  if (text.length > EMAIL_MAX || !PLAIN_ADDRESS.test(text))
    throw new OperatorError(`${name} must be one plain email address, not ${JSON.stringify(text)}`)
  return text
}

/** A name and an address as one mailbox. The name has no quotation mark and no line break. */
export function mailboxOf(name: string, address: string): string {
  return `${isPhrase(name) ? name : `"${name}"`} <${address}>`
}

/** An address, or a name and an address in angle brackets; a name with a comma or the like stands in quotes (RFC 5322). */
export function mailbox(name: string, text: string): string {
  const named = /^(?<display>[^<>]*)<(?<address>[^<>]*)>$/u.exec(text.trim())?.groups
  const address = named?.address ?? text.trim()
  const display = named?.display?.trim() ?? ''
  const isWord = isPhrase(display) || /^"[^\p{Cc}"\\]*"$/u.test(display)
  if (address.length > EMAIL_MAX || !PLAIN_ADDRESS.test(address) || !isWord)
    throw new OperatorError(
      `${name} must be an address such as Sarraf <no-reply@example.org>, not ${JSON.stringify(text)}`,
    )
  return text.trim()
}

function isPhrase(display: string): boolean {
  return /^[^\p{Cc}"(),.:;@[\\\]]*$/u.test(display)
}

/** The error does not repeat the value, which may hold a password. */
export function smtpUrl(name: string, text: string): string {
  const wanted = `${name} must be an address such as smtps://user:password@mail.example.org`
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') throw new OperatorError(wanted)
  if (!/^\/?$/.test(parsed.pathname) || /[?#]/.test(text))
    throw new OperatorError(`${wanted}; / ? and # in a password are written as %2F, %3F and %23`)
  assertDecodes(name, parsed.username, parsed.password)
  return text
}

/** The error does not repeat the value, which may hold a password. */
export function postgresUrl(name: string, text: string): string {
  if (!/^(postgres(ql)?:\/\/|socket:\/)/.test(text))
    throw new OperatorError(`${name} must be an address such as postgres://user:password@db.example.org:5432/sarraf`)
  const authority = /^\w+:\/\/([^/?#]*)/.exec(text)?.[1] ?? ''
  const [user, password] = authority.slice(0, Math.max(0, authority.lastIndexOf('@'))).split(':', 2)
  assertDecodes(name, user ?? '', password ?? '')
  if (/\[[^\]]*$/.test(authority)) throw new OperatorError(`${name} has an IPv6 address whose bracket is not closed`)
  const port = /:([^:\]]*)$/.exec(authority.slice(authority.lastIndexOf('@') + 1))?.[1]
  if (port !== undefined && (!/^\d*$/.test(port) || Number(port) > 65_535))
    throw new OperatorError(
      `${name} has no port number behind its host; @ / ? and # in a password are written as %40, %2F, %3F and %23`,
    )
  assertTlsParameters(name, new URLSearchParams(/\?([^#]*)/.exec(text)?.[1]))
  return text
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const

/** With another mode the file of the authority would be ignored, or the host name. */
function assertTlsParameters(name: string, parameters: URLSearchParams): void {
  const mode = parameters.get('sslmode')
  if (mode) choice(`sslmode of ${name}`, mode, SSL_MODES)
  const path = parameters.get('sslrootcert')
  if (!path) return
  if (mode !== 'verify-full')
    throw new OperatorError(`${name} has sslrootcert, which needs sslmode=verify-full beside it`)
  certificateFile(`sslrootcert of ${name}`, path)
}

function assertDecodes(name: string, ...parts: string[]): void {
  try {
    for (const part of parts) decodeURIComponent(part)
  } catch {
    throw new OperatorError(
      `${name} has a % without two hexadecimal digits: in a name or a password it is written as %25`,
    )
  }
}

/** The text of a file with PEM certificates. */
export function certificateFile(name: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorError(
      `${name} is ${JSON.stringify(path)}, which cannot be read: ${(error as NodeJS.ErrnoException).code}`,
      {
        cause: error,
      },
    )
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new OperatorError(`${name} is ${JSON.stringify(path)}, which has no certificate in PEM form`)
  return text
}

/** A host name or an IP address; an IPv6 address also in the brackets that it has in a URL. */
export function hostToListenOn(name: string, text: string): string {
  const host = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) === 0 && !/^[\w-]+(\.[\w-]+)*\.?$/.test(host))
    throw new OperatorError(`${name} must be a host name or an IP address without a port, not ${JSON.stringify(text)}`)
  return host
}

const PROXIES_MAX = 10

/** False, the number of proxies in front, or the networks of them, as `10.0.0.0/8, fd00::/8`. */
export function trustedProxies(name: string, text: string): false | number | string[] {
  if (text === '0' || text === 'false') return false
  if (text === 'true') return 1
  if (/^\d+$/.test(text)) return wholeNumber(name, text, 0, PROXIES_MAX)
  const networks = text.split(',').map((network) => network.trim())
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/')
    const family = isIP(address)
    const isBits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
    if (family === 0 || !isBits || rest.length > 0)
      throw new OperatorError(
        `${name} must be the number of proxies in front, or their addresses and networks such as 10.0.0.0/8, not ${JSON.stringify(text)}`,
      )
  }
  return networks
}
