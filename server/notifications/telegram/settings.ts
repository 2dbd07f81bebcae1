/** The settings of the bot: its token is as secret as a password, and no error repeats it. */
import { TELEGRAM_TOKEN_PATTERN } from '../../../domain/notifications/telegram.ts'
import { isLoopbackAddress } from '../../http/network.ts'
import { OperatorError, origin } from '../../setting-values.ts'

export type TelegramSettings = {
  token: string
  /** The part of the token that is no secret. */
  botId: string
  apiUrl: string
  /** A Bot API server on this machine, in plain http. */
  isLocal: boolean
}

const API_URL = 'https://api.telegram.org'

/** Null without a token: the channel is then shown nowhere. */
export function telegramSettings(env: NodeJS.ProcessEnv): TelegramSettings | null {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiText } = env
  if (!token) {
    if (apiText) throw new OperatorError('TELEGRAM_API_URL is set without TELEGRAM_BOT_TOKEN, the token of its bot')
    return null
  }
  const botId = TELEGRAM_TOKEN_PATTERN.exec(token)?.[1]
  if (botId === undefined)
    throw new OperatorError(
      'TELEGRAM_BOT_TOKEN must be the token as BotFather gave it: a number, a colon and at least 30 characters',
    )
  const apiUrl = origin('TELEGRAM_API_URL', apiText || API_URL)
  const { protocol, hostname } = new URL(apiUrl)
  const isLocal = protocol === 'http:'
  if (isLocal && hostname !== 'localhost' && !isLoopbackAddress(hostname.replace(/^\[|\]$/g, '')))
    throw new OperatorError(
      'TELEGRAM_API_URL must be an https address, or http on this machine: the token is a part of each address that is called',
    )
  return { token, botId, apiUrl, isLocal }
}
