/** The standard security handler of PDFs (ISO 32000-1 and 32000-2, 7.6.4), as far as it says whether the user password is empty. */
import { createCipheriv, createHash } from 'node:crypto'
import { md5 } from '@noble/hashes/legacy.js'
import type { PdfDictionary } from './pdf-objects.ts'

type Handler = {
  revision: number
  keyBytes: number
  owner: Buffer
  user: Buffer
  permissions: number
  isMetadataEncrypted: boolean
  id: Buffer
}

/** What fills a password up to 32 bytes (algorithm 2), and so all of an empty one. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** Whether the document opens with the empty user password. False for another handler, version or revision. */
export function opensWithEmptyPassword(encryption: PdfDictionary, id: Buffer): boolean {
  const handler = handlerOf(encryption, id)
  if (!handler) return false
  const { revision, user } = handler
  const expected = revision >= 5 ? hashOf(revision, user) : userOf(handler)
  return expected.equals(user.subarray(0, expected.length))
}

function handlerOf(encryption: PdfDictionary, id: Buffer): Handler | null {
  const [version, revision, owner, user, permissions] = ['/V', '/R', '/O', '/U', '/P'].map((name) =>
    encryption.get(name),
  )
  const keyBytes = keyBytesOf(encryption)
  if (encryption.get('/Filter') !== '/Standard' || keyBytes === null) return null
  if (!Buffer.isBuffer(owner) || !Buffer.isBuffer(user) || typeof permissions !== 'number') return null
  const revisions = version === 5 ? [5, 6] : [2, 3, 4]
  if (typeof revision !== 'number' || !revisions.includes(revision)) return null
  if (owner.length < 32 || user.length < (revision >= 5 ? 48 : 32)) return null
  const isMetadataEncrypted = encryption.get('/EncryptMetadata') !== 'false'
  return { revision, keyBytes, owner: owner.subarray(0, 32), user, permissions, isMetadataEncrypted, id }
}

/** The length of the document's key by the version of the encryption; null where it is unknown. */
function keyBytesOf(encryption: PdfDictionary): number | null {
  const version = encryption.get('/V')
  if (version === 1) return 5
  if (version === 4) return 16
  if (version === 5) return 32
  const bits = encryption.get('/Length') ?? 40
  const isKnown = version === 2 && typeof bits === 'number' && bits % 8 === 0 && bits >= 40 && bits <= 128
  return isKnown ? bits / 8 : null
}

/** Algorithm 2. The MD5 of Node fails in FIPS mode. */
function keyOf({ revision, keyBytes, owner, permissions, isMetadataEncrypted, id }: Handler): Buffer {
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const metadata = Buffer.alloc(revision >= 4 && !isMetadataEncrypted ? 4 : 0, 0xff)
  let key = md5(Buffer.concat([PADDING, owner, flags, id, metadata])).subarray(0, keyBytes)
  for (let round = 0; revision >= 3 && round < 50; round++) key = md5(key).subarray(0, keyBytes)
  return Buffer.from(key)
}

/** Algorithm 4 of revision 2; algorithm 5 of revision 3 and 4, whose last 16 bytes are arbitrary and left out. */
function userOf(handler: Handler): Buffer {
  const key = keyOf(handler)
  if (handler.revision === 2) return rc4(key, PADDING)
  let encrypted: Buffer = Buffer.from(md5(Buffer.concat([PADDING, handler.id])))
  for (let round = 0; round < 20; round++) {
    const roundKey = key.map((byte) => byte ^ round)
    encrypted = rc4(roundKey, encrypted)
  }
  return encrypted
}

/** Of revision 5 and 6: the hash of the empty password with the salt that follows the hash. */
function hashOf(revision: number, user: Buffer): Buffer {
  const salt = user.subarray(32, 40)
  return revision === 5 ? sha(256, salt) : hardenedHash(salt)
}

/** Algorithm 2.B for an empty password. A last byte is at most 255, so there are at most 288 rounds. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha(256, salt)
  let last = 0
  for (let round = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)))
    // 256 is 1 modulo 3, so the first 16 bytes as a number have the remainder of their sum.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(([256, 384, 512] as const)[remainder]!, encrypted)
    last = encrypted.at(-1)!
  }
  return key.subarray(0, 32)
}

function sha(bits: 256 | 384 | 512, bytes: Buffer): Buffer {
  return createHash(`sha${bits}`).update(bytes).digest()
}

/** OpenSSL 3 has no RC4. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n)
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!])
  let other = 0
  for (let n = 0; n < 256; n++) {
    other = (other + state[n]! + key[n % key.length]!) & 0xff
    swap(n, other)
  }
  other = 0
  return Buffer.from(
    bytes.map((byte, at) => {
      const n = (at + 1) & 0xff
      other = (other + state[n]!) & 0xff
      swap(n, other)
      return byte ^ state[(state[n]! + state[other]!) & 0xff]!
    }),
  )
}
