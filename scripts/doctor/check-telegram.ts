import type { Config } from '../../server/config.ts'
import { BotFault, createBot } from '../../server/notifications/telegram/bot.ts'
import { failed, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Telegram knows the token. It is asked for the bot's name only, which disturbs no running server. */
export async function checkTelegram({ telegram }: Pick<Config, 'telegram'>): Promise<Finding> {
  if (telegram === null) return ok('TELEGRAM_BOT_TOKEN is not set: alerts by Telegram are off.')
  const { apiUrl } = telegram
  try {
    return ok(`The bot @${await createBot(telegram).getUsername()} answers at ${apiUrl}.`)
  } catch (error) {
    if (!(error instanceof BotFault)) throw error
    if (error.message === 'status 401' || error.message === 'status 404')
      return failed(
        `Telegram does not know the token of TELEGRAM_BOT_TOKEN: ask BotFather for the present one (/token).`,
      )
    return warning(`${apiUrl} does not answer (${error.message}): allow outgoing connections to it, on port 443.`)
  }
}
