/** Why a server did not start, in one sentence for its operator. */
import { resolve } from 'node:path'
import type { Config } from './config.ts'
import { codeOf, fieldOf } from './db/error-codes.ts'
import { OperatorError } from './setting-values.ts'

const IN_FILES: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'it is on a file system that is read only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file and must be a folder',
  ENOENT: 'it does not exist',
  EMFILE: 'too many files are open: raise the limit (ulimit -n)',
}

const ON_THE_NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'the name server does not answer',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
}

/** By SQLSTATE (PostgreSQL manual, appendix A). */
const BY_POSTGRES: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong, or there is no such login',
  '28000': 'this login may not connect',
  '3D000': 'there is no such database',
  '42501': 'this login may not do that',
  '53300': 'it has no connection left',
  '57P03': 'it is starting up or shutting down',
  '08P01': 'a connection pooler on the way does not take the connection (docs/operations.md, "Database logins")',
}

/** By Node's codes of a certificate that could not be verified. */
const CERTIFICATE = /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT)/

/** One line without a stack; the words of an unexpected error follow those of the system. */
export function startRefusal(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  const code = codeOf(error) ?? ''
  const words = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  const path = fieldOf(error, 'path')
  if (typeof path === 'string' && code in IN_FILES)
    return `"${path}" cannot be used: ${IN_FILES[code]}.${remedyFor(path)}`
  if (code in IN_FILES && fieldOf(error, 'syscall') !== 'connect') return `${words}: ${IN_FILES[code]}.`
  if (CERTIFICATE.test(code))
    return (
      `The certificate of a server could not be verified (${words}). For a private authority set NODE_EXTRA_CA_CERTS, or ` +
      'for the database sslrootcert in its address (docs/operations.md, "TLS to the database").'
    )
  if (code in ON_THE_NETWORK) return `${networkPlace(error)}: ${ON_THE_NETWORK[code]} (${code}).`
  if (code in BY_POSTGRES)
    return `The database refuses DATABASE_URL or DATABASE_OWNER_URL: ${BY_POSTGRES[code]}. It says: ${words}`
  return words
}

function remedyFor(path: string): string {
  const dataDir = resolve(process.env.DATA_DIR || 'data')
  return path.startsWith(dataDir) ? ' Set DATA_DIR to a folder that this user may write.' : ''
}

/** Why the server cannot listen on the host and the port of the two settings, whose names may begin with `METRICS_`. */
export function listenRefusal(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
  prefix: '' | 'METRICS_' = '',
): string {
  const code = codeOf(error)
  const [HOST, PORT] = [`${prefix}HOST`, `${prefix}PORT`]
  if (code === 'EADDRINUSE') return `port ${port} is already in use; set ${PORT} to another one`
  if (code === 'EACCES') return `port ${port} needs rights that this user lacks; set ${PORT} to one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${HOST} is ${host}, which is no address of this machine; 0.0.0.0 listens on all of them`
  return `the server cannot listen on ${HOST} ${host} and ${PORT} ${port}: ${String(code ?? error)}`
}

function networkPlace(error: unknown): string {
  const [host, port] = [fieldOf(error, 'address') ?? fieldOf(error, 'hostname'), fieldOf(error, 'port')]
  const place = typeof host === 'string' ? ` at ${host}${typeof port === 'number' ? `:${port}` : ''}` : ''
  return `The database of DATABASE_URL${place} cannot be reached`
}

/** Prints why, and where with `LOG_LEVEL=debug`; the process then ends with 1. */
export function reportRefusal(error: unknown): void {
  console.error(startRefusal(error))
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) console.error(error)
  process.exitCode = 1
}
