/** The keys of a browser, with which its messages are encrypted (RFC 8291). */
import { ECDH } from 'node:crypto'

const UNCOMPRESSED = 4
const POINT_BYTES = 65
const AUTH_BYTES = 16

export function isP256Point(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Whether messages can be encrypted with them; with others the encryption throws. */
export function canEncryptWith({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  return isP256Point(p256dh) && Buffer.from(auth, 'base64url').length === AUTH_BYTES
}
