import { createHash } from 'node:crypto'

/** Identifies a password by its stored hash, without revealing the hash. */
export function passwordFingerprint(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url')
}
