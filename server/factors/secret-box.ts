/** Encryption of secrets that the server must be able to read again: a stolen table reveals none. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '../config.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export type SecretBox = {
  /** AES-256-GCM: nonce, tag and ciphertext. `owner` is authenticated too, so a row that is copied to another owner does not open. */
  seal(plain: Uint8Array, owner: string): Buffer
  /** Throws where it was sealed under neither secret, for another owner, or was changed. */
  open(sealed: Buffer, owner: string): Buffer
  /** Whether the current secret sealed it. */
  isCurrent(sealed: Buffer, owner: string): boolean
}

/** `purpose` derives a separate key for each kind of content (HKDF, RFC 5869). */
export function createSecretBox({ current, previous }: Secrets, purpose: string): SecretBox {
  const key = keyOf(current, purpose)
  const previousKey = previous === null ? null : keyOf(previous, purpose)
  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(sealed, owner) {
      if (previousKey === null) return openWith(key, sealed, owner)
      try {
        return openWith(key, sealed, owner)
      } catch {
        return openWith(previousKey, sealed, owner)
      }
    },
    isCurrent(sealed, owner) {
      try {
        openWith(key, sealed, owner)
        return true
      } catch {
        return false
      }
    },
  }
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sarraf ${purpose} v1`, 32))
}

function openWith(key: Buffer, sealed: Buffer, owner: string): Buffer {
  const [nonce, tag, text] = [
    sealed.subarray(0, NONCE_BYTES),
    sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    sealed.subarray(NONCE_BYTES + TAG_BYTES),
  ]
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  return Buffer.concat([decipher.update(text), decipher.final()])
}
