/**
 * The addresses that suspended users gave up, as keyed fingerprints: neither deleting the account nor changing its email frees
 * the address for a new account. The key is random and sealed in the database, so that it outlives a rotation of SECRET.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'
import { open, seal, UnknownKey } from '../db/encryption/envelope.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { suspendedEmailKeyPlace } from '../db/encryption/sealed-columns.ts'

const KEY_BYTES = 32

/** Lists an address that its user is about to give up, if the user is suspended. */
export async function listIfSuspended(tx: Tx, keyring: Keyring, userId: string, email: string): Promise<void> {
  await withSystemScope(tx, 'suspended addresses', async () => {
    // A suspension that is being made is waited for.
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`may trade${userId}`}, 0))`.execute(tx)
    const { rows } = await sql`select from suspensions where user_id = ${userId} and restored_id is null`.execute(tx)
    if (rows.length === 0) return
    const [key] = await keysOf(tx, keyring, { isNeeded: true })
    await sql`
      insert into suspended_emails (user_id, fingerprint) values (${userId}, ${fingerprint(key!, email)})
      on conflict do nothing`.execute(tx)
  })
}

/** Whether a suspended user gave this address up; `exceptId` may use their own again. */
export async function isOfSuspended(
  tx: Tx,
  keyring: Keyring,
  email: string,
  exceptId: string | null = null,
): Promise<boolean> {
  return withSystemScope(tx, 'suspended addresses', async () => {
    const keys = await keysOf(tx, keyring)
    if (keys.length === 0) return false
    const { rows } = await sql`
      select from suspended_emails
      where fingerprint = any(${keys.map((key) => fingerprint(key, email))}::text[]) and user_id is distinct from ${exceptId}
      limit 1`.execute(tx)
    return rows.length > 0
  })
}

/** The keys that the keyring opens, the newest first. */
async function keysOf(tx: Tx, keyring: Keyring, { isNeeded = false } = {}): Promise<Buffer[]> {
  const found = await readKeys(tx, keyring)
  if (found.length > 0 || !isNeeded) return found
  await sql`select pg_advisory_xact_lock(hashtext('suspended_email_keys'))`.execute(tx)
  const made = await readKeys(tx, keyring)
  if (made.length > 0) return made
  const [id, key] = [randomUUID(), randomBytes(KEY_BYTES)]
  await sql`
    insert into suspended_email_keys (id, sealed)
    values (${id}, ${seal(keyring, suspendedEmailKeyPlace(id), key)})`.execute(tx)
  return [key]
}

async function readKeys(tx: Tx, keyring: Keyring): Promise<Buffer[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from suspended_email_keys order by created_at desc`.execute(tx)
  return rows.flatMap(({ id, sealed }) => {
    try {
      return [open(keyring, suspendedEmailKeyPlace(id), sealed)]
    } catch (error) {
      // Sealed under a SECRET that was lost. After any other failure the addresses would be free without a word.
      if (!(error instanceof UnknownKey)) throw error
      return []
    }
  })
}

/** Addresses are stored in lower case. */
function fingerprint(key: Buffer, email: string): string {
  return createHmac('sha256', key).update(email.toLowerCase()).digest('base64url')
}
