import { DomainError } from '../../../domain/errors.ts'
import { open, UnknownKey } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { uploadPartPlace } from '../../db/encryption/sealed-columns.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { asViewer } from '../../db/scope.ts'

type Upload = { userId: string; uploadId: string; parts: number }
type Row = { number: number; sealed: Buffer }

/**
 * Puts the parts of a user's file together. Refuses with `upload_incomplete`, which names the missing ones. Afterwards the parts
 * are kept for ten minutes: where the answer to the form is lost, the same form is sent again.
 */
export async function assembleFile(db: Db, keys: Keyring, upload: Upload): Promise<Buffer> {
  return asViewer(upload.userId, async () => {
    const bytes = await readParts(db, keys, upload)
    const numbers = Array.from({ length: upload.parts }, (_, number) => number)
    const missing = numbers.filter((number) => !bytes.has(number))
    if (missing.length > 0) throw new DomainError('upload_incomplete', { details: { missing } })
    await expireSoon(db, upload)
    return Buffer.concat(numbers.map((number) => bytes.get(number)!))
  })
}

async function readParts(db: Db, keys: Keyring, { userId, uploadId, parts }: Upload): Promise<Map<number, Buffer>> {
  const { rows } = await sql<Row>`
    select number, sealed from upload_parts
    where user_id = ${userId} and upload_id = ${uploadId} and number < ${parts} and expires_at > clock_timestamp()`.execute(
    db,
  )
  const bytes = new Map<number, Buffer>()
  for (const { number, sealed } of rows) {
    const opened = openPart(keys, { userId, uploadId, number }, sealed)
    if (opened) bytes.set(number, opened)
  }
  return bytes
}

/** Null where it was sealed under a secret that was replaced since: it counts as missing and is sent again. */
function openPart(
  keys: Keyring,
  { userId, uploadId, number }: { userId: string; uploadId: string; number: number },
  sealed: Buffer,
): Buffer | null {
  try {
    return open(keys, uploadPartPlace(userId, uploadId, number), sealed)
  } catch (error) {
    if (error instanceof UnknownKey) return null
    throw error
  }
}

async function expireSoon(db: Db, { userId, uploadId }: Upload): Promise<void> {
  await sql`
    update upload_parts set expires_at = least(expires_at, clock_timestamp() + interval '10 minutes')
    where user_id = ${userId} and upload_id = ${uploadId}`.execute(db)
}
