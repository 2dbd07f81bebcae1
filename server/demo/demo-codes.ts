/**
 * The authenticator app of the demo staff. Its secret is derived from the server's own one, so that only an operator of the
 * server can have a code: the password of the demo users is public.
 */
import { hkdfSync } from 'node:crypto'
import { TOTP_SECRET_BYTES } from '../../domain/accounts/factors.ts'

export function demoTotpSecret(serverSecret: string, username: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serverSecret, '', `demo authenticator app: ${username}`, TOTP_SECRET_BYTES))
}
