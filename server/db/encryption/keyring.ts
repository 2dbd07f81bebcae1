/** The keys that wrap the data keys of sealed columns, derived from the settings. */
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Secrets } from '../../config.ts'

const KEY_BYTES = 32
export const KEY_ID_BYTES = 8

/** `id` is stored in front of what the key wraps; it says nothing about the key. */
export type WrappingKey = { id: Buffer; key: Buffer }

/** `newest` wraps; every key of the ring unwraps. */
export type Keyring = {
  newest: WrappingKey
  find(id: Uint8Array): WrappingKey | null
  /** The HMAC of a value under the newest secret: equal values match, and a reader of the database cannot test guesses. */
  fingerprint(text: string): string
  /** The same under every secret of the ring, the newest first: a row that is not rotated yet matches one of them. */
  fingerprints(text: string): string[]
}

/** One key for SECRET, which wraps, and one for SECRET_PREVIOUS while keys are rotated (HKDF, RFC 5869). */
export function createKeyring({ current, previous }: Secrets): Keyring {
  const newest = keyOf(current)
  const keys = previous === null ? [newest] : [newest, keyOf(previous)]
  const fingerprintKeys = [current, previous].flatMap((secret) =>
    secret === null ? [] : [Buffer.from(hkdfSync('sha256', secret, '', 'sarraf fingerprints v1', KEY_BYTES))],
  )
  const fingerprints = (text: string) =>
    fingerprintKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url'))
  return {
    newest,
    find: (id) => keys.find((key) => key.id.equals(id)) ?? null,
    fingerprint: (text) => fingerprints(text)[0]!,
    fingerprints,
  }
}

function keyOf(secret: string): WrappingKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sarraf key wrapping v1', KEY_BYTES))
  const id = createHash('sha256').update('sarraf key id v1').update(key).digest().subarray(0, KEY_ID_BYTES)
  return { id, key }
}
