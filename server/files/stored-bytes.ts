/** Reads the bytes of a file from where they lie. Call it outside transactions: nothing waits for the store with a lock. */
import { createHash } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { ENVELOPE_BYTES, WRAPPED_KEY_BYTES, open, seal } from '../db/encryption/envelope.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { storedObjectPlace } from '../db/encryption/sealed-columns.ts'
import { sql } from '../db/pool.ts'
import { ObjectUnusable } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'

/** What sealing adds to an object, whose wrapped key stays in the database. */
export const SEAL_BYTES = ENVELOPE_BYTES - WRAPPED_KEY_BYTES

export type StoredObject = { objectId: string; objectBytes: number; objectSha256: Buffer; objectKey: Buffer }
/** A row's bytes, or the object that has them. */
export type StoredBytes = ({ content: Buffer } & Record<keyof StoredObject, null>) | ({ content: null } & StoredObject)

/** Those of `StoredObject`, of a row `f` that is joined with `JOINED_OBJECT`. */
export const OBJECT_COLUMNS = sql`o.id as object_id, o.bytes as object_bytes, o.sha256 as object_sha256, o.data_key as object_key`
/** Those of `StoredBytes`. */
export const storedColumns = (column: 'sealed' | 'bytes') =>
  sql`${sql.ref(`f.${column}`)} as content, ${OBJECT_COLUMNS}`
export const JOINED_OBJECT = sql`left join stored_objects o on o.id = f.object_id`

export type Reader = Pick<Context, 'db' | 'objects' | 'keyring' | 'log'>

/** Refuses with `file_unavailable` where the store does not answer, or has not what was put there. */
export async function readStored({ objects, keyring, log }: Omit<Reader, 'db'>, stored: StoredBytes): Promise<Buffer> {
  if (stored.content !== null) return stored.content
  try {
    if (objects === null) throw new Error('the file lies in an S3-compatible store, and S3_URL is not set')
    return await fetchObject(objects, keyring, stored)
  } catch (error) {
    log.error({ err: error, objectId: stored.objectId }, 'a file in the store cannot be read')
    throw new DomainError('file_unavailable')
  }
}

/** Throws `ObjectUnusable` where the object is missing or was changed, and `StoreError` where the store fails. */
export async function fetchObject(store: ObjectStore, keyring: Keyring, object: StoredObject): Promise<Buffer> {
  const { objectId, objectBytes, objectSha256, objectKey } = object
  const sealed = await store.get(objectId, objectBytes + SEAL_BYTES)
  const bytes = opened(keyring, objectId, Buffer.concat([objectKey, sealed]))
  if (!createHash('sha256').update(bytes).digest().equals(objectSha256))
    throw new ObjectUnusable('The object in the store has other bytes.')
  return bytes
}

function opened(keyring: Keyring, objectId: string, envelope: Buffer): Buffer {
  try {
    return open(keyring, storedObjectPlace(objectId), envelope)
  } catch (error) {
    throw new ObjectUnusable('The object in the store does not open.', { cause: error })
  }
}

/** What is put into the store, and the wrapped key that stays in the database: sealed under its own id, it opens as no other. */
export function sealObject(keyring: Keyring, objectId: string, bytes: Buffer): { objectKey: Buffer; sealed: Buffer } {
  const envelope = seal(keyring, storedObjectPlace(objectId), bytes)
  return { objectKey: envelope.subarray(0, WRAPPED_KEY_BYTES), sealed: envelope.subarray(WRAPPED_KEY_BYTES) }
}
