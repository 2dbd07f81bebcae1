/** Telegram as a channel: one private chat for each account, linked by a one-time code that the user sends to the bot. */

/** Crockford's base 32: no letter that is taken for a digit. Ten characters are 50 bits, and a chat may try few. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const TELEGRAM_CODE_LENGTH = 10
export const TELEGRAM_CODE_MINUTES = 10
/** Codes that a user may ask for; a new one ends the former. */
export const TELEGRAM_CODES_PER_HOUR = 20
/** Messages of one chat that the bot reads: more guesses of a code, and more answers, it does not give. */
export const TELEGRAM_MESSAGES_PER_HOUR = 20

/** The longest name of a chat that is kept. */
export const TELEGRAM_NAME_MAX = 64

/** As BotFather gives it: the bot's number and its secret. */
export const TELEGRAM_TOKEN_PATTERN = /^(\d{1,15}):[A-Za-z0-9_-]{30,100}$/
export const TELEGRAM_BOT_PATTERN = /^[A-Za-z][A-Za-z0-9_]{3,31}$/

/** The code of the bytes, one for each character. */
export function telegramCodeOf(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, TELEGRAM_CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join(
    '',
  )
}

/** The code in a message, as it was typed or came by the link; null where it has none. */
export function readTelegramCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return code.length === TELEGRAM_CODE_LENGTH && [...code].every((letter) => CODE_ALPHABET.includes(letter))
    ? code
    : null
}

/** As it is shown: "7K2QX-9M4TA". */
export function shownTelegramCode(code: string): string {
  return `${code.slice(0, TELEGRAM_CODE_LENGTH / 2)}-${code.slice(TELEGRAM_CODE_LENGTH / 2)}`
}

/** Opens the chat with the bot; the code is sent by the user's press on "Start". */
export function telegramLinkOf(bot: string, code: string): string {
  return `https://t.me/${bot}?start=${code}`
}
