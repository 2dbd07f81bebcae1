/**
 * Envelope encryption of what the server must be able to read again: a stolen table reveals nothing. Each value has a
 * random data key (AES-256-GCM), which the newest key of the keyring wraps. Both are bound to their place, so that a value
 * that is copied to another row or column does not open.
 *
 *   version 1 | key id 8 | nonce 12, tag 16, wrapped data key 32 | nonce 12, tag 16, ciphertext
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { KEY_ID_BYTES } from './keyring.ts'
import type { Keyring } from './keyring.ts'

const VERSION = 1
const HEADER_BYTES = 1 + KEY_ID_BYTES
const DATA_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = NONCE_BYTES + TAG_BYTES + DATA_KEY_BYTES

/** The part of a sealed value that `rewrap` replaces; a large value is stored in two columns, divided here. */
export const WRAPPED_KEY_BYTES = HEADER_BYTES + WRAPPED_BYTES
/** What sealing adds to the length of a value. */
export const ENVELOPE_BYTES = HEADER_BYTES + WRAPPED_BYTES + NONCE_BYTES + TAG_BYTES

/** Where a sealed value is stored; `id` is the row's key, with its version where a row has several values in turn. */
export type Place = { table: string; column: string; id: string }

/** The value is sealed under a secret that is neither SECRET nor SECRET_PREVIOUS. */
export class UnknownKey extends Error {
  override name = 'UnknownKey'
}

export function seal(keys: Keyring, place: Place, plain: Uint8Array): Buffer {
  const dataKey = randomBytes(DATA_KEY_BYTES)
  return Buffer.concat([wrap(keys, place, dataKey), encrypt(dataKey, contentOf(place), plain)])
}

/** Throws `UnknownKey` where no key of the ring sealed it, and another error where it is of another place or was changed. */
export function open(keys: Keyring, place: Place, sealed: Buffer): Buffer {
  return decrypt(unwrap(keys, place, sealed), contentOf(place), sealed.subarray(HEADER_BYTES + WRAPPED_BYTES))
}

/** Whether the newest key of the ring wrapped it. */
export function isCurrent(keys: Keyring, sealed: Buffer): boolean {
  return sealed[0] === VERSION && keys.newest.id.equals(sealed.subarray(1, HEADER_BYTES))
}

/** The same value with its data key wrapped by the newest key; the ciphertext stays. Throws as `open` does for the data key. */
export function rewrap(keys: Keyring, place: Place, sealed: Buffer): Buffer {
  return Buffer.concat([wrap(keys, place, unwrap(keys, place, sealed)), sealed.subarray(HEADER_BYTES + WRAPPED_BYTES)])
}

function wrap(keys: Keyring, place: Place, dataKey: Buffer): Buffer {
  const { id, key } = keys.newest
  return Buffer.concat([Buffer.of(VERSION), id, encrypt(key, keyPlaceOf(place, id), dataKey)])
}

function unwrap(keys: Keyring, place: Place, sealed: Buffer): Buffer {
  if (sealed[0] !== VERSION) throw new Error('sealed in an unknown format')
  const id = sealed.subarray(1, HEADER_BYTES)
  const found = keys.find(id)
  if (!found) throw new UnknownKey('sealed under no key of the keyring')
  return decrypt(found.key, keyPlaceOf(place, id), sealed.subarray(HEADER_BYTES, HEADER_BYTES + WRAPPED_BYTES))
}

function contentOf({ table, column, id }: Place): string {
  return `${table}/${column}/${id}`
}

function keyPlaceOf(place: Place, keyId: Uint8Array): string {
  return `data key ${VERSION} ${Buffer.from(keyId).toString('hex')} of ${contentOf(place)}`
}

function encrypt(key: Buffer, context: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function decrypt(key: Buffer, context: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
