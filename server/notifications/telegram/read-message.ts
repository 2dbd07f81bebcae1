/** What the bot does with a message of a user, and what it answers. */
import { LANGUAGES, SOURCE_LANGUAGE } from '../../../domain/languages.ts'
import type { Language } from '../../../domain/languages.ts'
import { readTelegramCode } from '../../../domain/notifications/telegram.ts'
import { deleteToken, findToken } from '../../accounts/one-time-tokens/tokens.ts'
import { lockUser } from '../../accounts/users/lock-user.ts'
import { findUserById } from '../../accounts/users/queries.ts'
import type { Context } from '../../context.ts'
import { telegramIdentity } from '../../db/encryption/sealed-columns.ts'
import type { Tx } from '../../db/pool.ts'
import { telegramText } from '../../mail/telegram-texts.ts'
import type { TelegramText } from '../../mail/telegram-texts.ts'
import type { ReceivedMessage } from './bot.ts'
import { findUserOfChat, linkChat, unlinkChat } from './chats.ts'
import { codeName } from './code-name.ts'

export type Reply = { chatId: string; text: string }
type Services = Pick<Context, 'keyring' | 'limits' | 'mail' | 'config'>

const COMMAND = /^\/(\w+)(?:@\w+)?(?:\s+(.*))?$/su

/**
 * Links or unlinks the chat, or explains how. A chat that writes more than it needs to is not answered: neither a guesser of codes nor
 * a crowd makes the bot send much. In a group everyone reads what is written, so a code there ends and links nothing.
 */
export async function readMessage(services: Services, tx: Tx, message: ReceivedMessage): Promise<Reply[]> {
  const { keyring, limits } = services
  const { chatId, isPrivate, text } = message
  const [, command = null, rest = ''] = COMMAND.exec(text.trim()) ?? []
  const code = readTelegramCode(command === null ? text : rest)
  if (!isPrivate && code === null) return []
  const wait = await limits.consumeWithin(tx, 'telegram_messages_per_chat', telegramIdentity(chatId), 1)
  if (wait !== null) return []
  if (!isPrivate) return readInGroup(services, tx, message, code!)
  if (command === 'stop') return stop(services, tx, message)
  if (code !== null) return link(services, tx, message, code)
  const userId = await findUserOfChat(tx, keyring, chatId)
  return userId === null
    ? [await replyTo(services, tx, message, null, 'howToLink')]
    : [await replyTo(services, tx, message, userId, 'linked')]
}

async function link(services: Services, tx: Tx, message: ReceivedMessage, code: string): Promise<Reply[]> {
  const { keyring } = services
  const name = codeName(keyring, code)
  const found = await findToken(tx, 'telegram_code', name)
  if (!found) return [await replyTo(services, tx, message, null, 'unknownCode')]
  // Whatever ends the codes of the user locks the user too: a recovery in progress is waited for.
  await lockUser(tx, found.userId)
  if (!(await findToken(tx, 'telegram_code', name))) return [await replyTo(services, tx, message, null, 'unknownCode')]
  await deleteToken(tx, found.id)
  const { chatId, name: sender } = message
  const former = await linkChat(tx, keyring, found.userId, { chatId, name: sender })
  const replies = [await replyTo(services, tx, message, found.userId, 'nowLinked')]
  if (former) replies.push(await replyTo(services, tx, { ...message, chatId: former.chatId }, found.userId, 'replaced'))
  return replies
}

async function stop(services: Services, tx: Tx, message: ReceivedMessage): Promise<Reply[]> {
  const userId = await findUserOfChat(tx, services.keyring, message.chatId)
  if (userId === null) return [await replyTo(services, tx, message, null, 'howToLink')]
  const reply = await replyTo(services, tx, message, userId, 'unlinked')
  await lockUser(tx, userId)
  await unlinkChat(tx, userId)
  return [reply]
}

async function readInGroup(services: Services, tx: Tx, message: ReceivedMessage, code: string): Promise<Reply[]> {
  const found = await findToken(tx, 'telegram_code', codeName(services.keyring, code))
  if (!found) return []
  await deleteToken(tx, found.id)
  return [await replyTo(services, tx, message, null, 'notInGroups')]
}

/** In the language of the account, and of a stranger's Telegram. */
async function replyTo(
  { mail, config }: Services,
  tx: Tx,
  { chatId, languageCode }: ReceivedMessage,
  userId: string | null,
  text: TelegramText,
): Promise<Reply> {
  const user = userId === null ? null : await findUserById(tx, userId)
  const language = user?.language ?? languageOf(languageCode)
  const values = { username: user?.username ?? '', publicUrl: config.publicUrl }
  return { chatId, text: telegramText(mail.catalogues, language, text, values) }
}

/** "fr-CA" is French. */
function languageOf(code: string): Language {
  const [subtag] = code.toLowerCase().split('-')
  return LANGUAGES.find((language) => language === subtag) ?? SOURCE_LANGUAGE
}
