import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** Ends one of the user's keys; another user's is `not_found`. */
export async function removeKey(tx: Tx, userId: string, keyId: string): Promise<void> {
  if (!(await deleteKey(tx, userId, keyId))) throw new DomainError('not_found')
}

/** Whether the user had the key. */
export async function deleteKey(tx: Tx, userId: string, keyId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from api_keys where id = ${keyId} and user_id = ${userId} returning 1 as removed`.execute(tx)
  return rows.length > 0
}

/** Ends all keys of the user. */
export async function removeAllKeys(tx: Tx, userId: string): Promise<void> {
  await sql`delete from api_keys where user_id = ${userId}`.execute(tx)
}
