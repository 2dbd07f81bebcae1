/** One Unicode form of a password (RFC 8265, OpaqueString): composed, and every blank the usual one. */
export function opaqueString(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
}
