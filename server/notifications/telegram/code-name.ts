import type { Keyring } from '../../db/encryption/keyring.ts'

/** Keyed with the server's secret: a stolen table of fifty-bit codes cannot be searched. */
export function codeName(keyring: Keyring, code: string): string {
  return keyring.fingerprint(`telegram code ${code}`)
}
