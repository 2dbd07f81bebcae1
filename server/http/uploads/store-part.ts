import type { Keyring } from '../../db/encryption/keyring.ts'
import { seal } from '../../db/encryption/envelope.ts'
import { uploadPartPlace } from '../../db/encryption/sealed-columns.ts'
import type { Tx } from '../../db/pool.ts'
import { consumeStorage } from './consume-storage.ts'
import type { Storing } from './consume-storage.ts'
import { sql } from '../../db/pool.ts'

type Part = { userId: string; uploadId: string; number: number; bytes: Buffer; storing: Storing }

/**
 * Keeps a part of a file for an hour; the same part again takes the place of the former. The database ends the user's upload
 * that was sent to least recently where there are too many (`unfinished_uploads`). Refuses as `consumeStorage` does.
 */
export async function storePart(
  tx: Tx,
  keys: Keyring,
  { userId, uploadId, number, bytes, storing }: Part,
): Promise<void> {
  const sealed = seal(keys, uploadPartPlace(userId, uploadId, number), bytes)
  await sql`
    insert into upload_parts (user_id, upload_id, number, sealed) values (${userId}, ${uploadId}, ${number}, ${sealed})
    on conflict (user_id, upload_id, number) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`.execute(
    tx,
  )
  // Last, since parts of others in the network wait for the count until this one is committed.
  await consumeStorage(tx, storing, { bytes: bytes.length, purpose: 'part' })
}
