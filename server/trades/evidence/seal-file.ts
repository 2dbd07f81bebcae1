/**
 * Files are encrypted at rest: a dump of the database shows none. The envelope is stored in two columns, so that a rotation of
 * keys reads and writes no file.
 */
import { open, seal, WRAPPED_KEY_BYTES } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { evidenceFilePlace } from '../../db/encryption/sealed-columns.ts'

export type SealedFile = { dataKey: Buffer; sealed: Buffer }

export function sealFile(keys: Keyring, fileId: string, bytes: Buffer): SealedFile {
  const envelope = seal(keys, evidenceFilePlace(fileId), bytes)
  return { dataKey: envelope.subarray(0, WRAPPED_KEY_BYTES), sealed: envelope.subarray(WRAPPED_KEY_BYTES) }
}

export function openFile(keys: Keyring, fileId: string, { dataKey, sealed }: SealedFile): Buffer {
  return open(keys, evidenceFilePlace(fileId), Buffer.concat([dataKey, sealed]))
}
