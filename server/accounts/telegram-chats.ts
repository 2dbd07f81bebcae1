/** The chat of an account on Telegram, where a recovery removes it. The user is locked, so that none is linked meanwhile. */
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { revokeTokens } from './one-time-tokens/tokens.ts'

/** Removes a chat that was linked after a moment, in exact text, and ends the code that waits. */
export async function removeChatSince(tx: Tx, userId: string, since: string): Promise<void> {
  await revokeTokens(tx, userId, ['telegram_code'])
  await sql`delete from telegram_chats where user_id = ${userId} and linked_at > ${since}::timestamptz`.execute(tx)
}

/** Removes exactly the link that an email reported; false where it is gone. */
export async function removeAddedChat(tx: Tx, userId: string, linkedAt: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from telegram_chats where user_id = ${userId} and linked_at = ${linkedAt}::timestamptz`.execute(tx)
  return numAffectedRows === 1n
}
