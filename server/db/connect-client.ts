/** Connects a client of Postgres, and says which setting has the address where TLS refuses it. */
import type pg from 'pg'
import { codeOf } from './error-codes.ts'

export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL'

export async function connectClient(client: pg.Client, setting: DatabaseSetting): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    const reason = tlsRefusal(error)
    if (reason === null) throw error
    throw new Error(`${setting} leads to ${client.host}:${client.port}, ${reason}`, { cause: error })
  }
}

/** Node's codes of a certificate whose authority is not trusted. */
const OF_ANOTHER_AUTHORITY = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/

/** Null where the reason is another one. */
function tlsRefusal(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = codeOf(error) ?? ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return (
      'whose certificate is of another host: write the host as the certificate names it, or give the database a certificate ' +
      `of this host (${error.message}).`
    )
  if (OF_ANOTHER_AUTHORITY.test(code))
    return (
      'whose certificate is of an authority that is not trusted: sslmode=verify-full&sslrootcert=/path/of/ca.pem in the address ' +
      `names the file of a private one (${code}).`
    )
  if (code.startsWith('CERT_')) return `whose certificate is not valid: ${error.message}.`
  if (/does not support SSL/.test(error.message))
    return 'which does not offer TLS: switch it on at the database. Without sslmode, others on the way could read and change everything.'
  return null
}
