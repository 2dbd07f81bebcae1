/** What the Telegram bot answers to a user who writes to it. Its alerts are the texts of push notifications (push-texts.ts). */
import type { Language } from '../../domain/languages.ts'
import { addressIn } from '../../domain/languages.ts'
import type { MessageCatalogues } from './message-catalogues.ts'
import { NOTIFICATION_SETTINGS } from './notification-texts.ts'

const TEXTS = {
  nowLinked:
    /*i18n*/ 'This chat now gets the alerts of the Sarraf account {username}. We never ask for a payment, a code or a password here. Send /stop to end the alerts.',
  linked: /*i18n*/ 'This chat gets the alerts of the Sarraf account {username}. Send /stop to end them.',
  replaced: /*i18n*/ 'The Sarraf account {username} now sends its alerts to another chat, and no longer to this one.',
  unlinked: /*i18n*/ 'This chat no longer gets the alerts of the Sarraf account {username}.',
  howToLink:
    /*i18n*/ 'This chat isn’t linked with a Sarraf account. Open your notification settings, and link Telegram there: {link}',
  unknownCode: /*i18n*/ 'This code is wrong or has expired. Create a new one in your notification settings: {link}',
  notInGroups:
    /*i18n*/ 'Others in this group could read that code, so it no longer works. Create a new one, and send it to the bot in a private chat.',
} as const
export type TelegramText = keyof typeof TEXTS

export function telegramText(
  catalogues: MessageCatalogues,
  language: Language,
  text: TelegramText,
  { username, publicUrl }: { username: string; publicUrl: string },
): string {
  const link = `${publicUrl}${addressIn(language, NOTIFICATION_SETTINGS.path)}`
  return catalogues[language]._(TEXTS[text], { username, link })
}
