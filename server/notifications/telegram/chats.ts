/** The chats that are linked with accounts: read, linked and unlinked. A recovery of the account removes them too (server/accounts/telegram-chats.ts). */
import type { Telegram } from '../../../domain/api/notifications/telegram.ts'
import { TELEGRAM_NAME_MAX } from '../../../domain/notifications/telegram.ts'
import { issueAdditionLink } from '../../accounts/one-time-tokens/addition-links.ts'
import { getRecipient } from '../../accounts/users/queries.ts'
import { open, seal } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { telegramChatPlace, telegramIdentity } from '../../db/encryption/sealed-columns.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'

/** What is sealed. */
export type Chat = { chatId: string; name: string }

type Row = {
  sealed: Buffer | null
  linkedAt: Date
  exactly: string
  lastSuccessAt: Date | null
  refusedAt: Date | null
}
/** `exactly`: the time of the link as text, since a Date would lose microseconds. `chat` is null once Telegram has refused a message for good. */
export type LinkedChat = Omit<Row, 'sealed'> & { chat: Chat | null }

export async function findChat(db: DbOrTx, keyring: Keyring, userId: string): Promise<LinkedChat | null> {
  const { rows } = await sql<Row>`
    select sealed, linked_at, linked_at::text as exactly, last_success_at, refused_at from telegram_chats where user_id = ${userId}`.execute(
    db,
  )
  if (!rows[0]) return null
  const { sealed, ...row } = rows[0]
  return { ...row, chat: sealed && opened(keyring, userId, sealed) }
}

/** As the user's page shows it. */
export async function readState(db: DbOrTx, keyring: Keyring, userId: string): Promise<Omit<Telegram, 'isOffered'>> {
  const { rows } = await sql<{ bot: string | null }>`select username as bot from telegram_bots`.execute(db)
  const linked = await findChat(db, keyring, userId)
  const { bot } = rows[0]!
  if (!linked?.chat) return { bot, chat: null, refusedAt: linked?.refusedAt?.toISOString() ?? null }
  const { chat, linkedAt, lastSuccessAt } = linked
  return {
    bot,
    chat: {
      name: chat.name,
      linkedAt: linkedAt.toISOString(),
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    },
    refusedAt: null,
  }
}

/** The account that the chat is linked with; by all secrets of the ring, since its row may not be rotated yet. */
export async function findUserOfChat(db: DbOrTx, keyring: Keyring, chatId: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from telegram_chats
    where fingerprint = any(${keyring.fingerprints(telegramIdentity(chatId))}::text[])`.execute(db)
  return rows[0]?.userId ?? null
}

/**
 * Links the chat with the account, whose user is locked, and reports it by an email whose link unlinks it. A chat of another account
 * leaves that one, whose owner is notified. Returns the account's former chat, where it was another.
 */
export async function linkChat(tx: Tx, keyring: Keyring, userId: string, chat: Chat): Promise<Chat | null> {
  const otherId = await findUserOfChat(tx, keyring, chat.chatId)
  if (otherId !== null && otherId !== userId) await unlinkChat(tx, otherId)
  const former = await findChat(tx, keyring, userId)
  await sql`delete from telegram_chats where user_id = ${userId}`.execute(tx)
  const kept: Chat = { ...chat, name: [...chat.name].slice(0, TELEGRAM_NAME_MAX).join('') }
  const { rows } = await sql<{ linkedAt: string }>`
    insert into telegram_chats (user_id, sealed, fingerprint)
    values (${userId}, ${seal(keyring, telegramChatPlace(userId), Buffer.from(JSON.stringify(kept)))},
      ${keyring.fingerprint(telegramIdentity(chat.chatId))})
    returning linked_at::text as linked_at`.execute(tx)
  const recipient = await getRecipient(tx, userId)
  const { linkedAt } = rows[0]!
  const link = await issueAdditionLink(tx, recipient, { kind: 'telegram', linkedAt })
  await queueMail(tx, { ...recipient, kind: 'telegram_linked', values: { link } })
  return former?.chat && former.chat.chatId !== chat.chatId ? former.chat : null
}

/** Ends the link and reports it by email; false where there was none, or only one that Telegram had refused. */
export async function unlinkChat(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ wasLinked: boolean }>`
    delete from telegram_chats where user_id = ${userId} returning refused_at is null as was_linked`.execute(tx)
  if (!rows[0]?.wasLinked) return false
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'telegram_unlinked', values: {} })
  return true
}

/** Records that Telegram accepted a message. */
export async function recordSuccess(db: DbOrTx, userId: string): Promise<void> {
  await sql`
    update telegram_chats set last_success_at = clock_timestamp()
    where user_id = ${userId} and coalesce(last_success_at < clock_timestamp() - interval '1 minute', true)`.execute(db)
}

/** Telegram refused a message for good. A chat that was linked meanwhile stays. */
export async function recordRefusal(db: DbOrTx, userId: string, { exactly }: LinkedChat): Promise<void> {
  await sql`
    update telegram_chats set sealed = null, fingerprint = null, refused_at = clock_timestamp()
    where user_id = ${userId} and refused_at is null and linked_at = ${exactly}::timestamptz`.execute(db)
}

function opened(keyring: Keyring, userId: string, sealed: Buffer): Chat {
  return JSON.parse(open(keyring, telegramChatPlace(userId), sealed).toString()) as Chat
}
