import { randomBytes } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import {
  TELEGRAM_CODE_LENGTH,
  TELEGRAM_CODE_MINUTES,
  shownTelegramCode,
  telegramCodeOf,
  telegramLinkOf,
} from '../../../domain/notifications/telegram.ts'
import { issueNamedToken } from '../../accounts/one-time-tokens/tokens.ts'
import { requireRecentAuthentication } from '../../accounts/sessions/recent-authentication.ts'
import { lockUser } from '../../accounts/users/lock-user.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Viewer } from '../../http/viewer.ts'
import { codeName } from './code-name.ts'

export type NewCode = { code: string; url: string; expiresAt: string }

/**
 * Creates the code that links a chat; the former one ends. Refuses with `reauthentication_required`, because a chat is told of trades
 * after the session has ended, and with `telegram_unavailable` while the bot's name is not known.
 */
export async function createCode(
  { keyring, limits }: Pick<Context, 'keyring' | 'limits'>,
  tx: Tx,
  viewer: Viewer,
): Promise<NewCode> {
  await lockUser(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  await limits.consume(tx, 'telegram_codes_per_account', viewer.id)
  const { rows } = await sql<{ bot: string | null; expiresAt: Date }>`
    select username as bot, clock_timestamp() + make_interval(mins => ${sql.lit(TELEGRAM_CODE_MINUTES)}) as expires_at
    from telegram_bots`.execute(tx)
  const { bot, expiresAt } = rows[0]!
  if (bot === null) throw new DomainError('telegram_unavailable')
  const code = telegramCodeOf(randomBytes(TELEGRAM_CODE_LENGTH))
  const issue = { purpose: 'telegram_code', userId: viewer.id, minutes: TELEGRAM_CODE_MINUTES, payload: {} } as const
  await issueNamedToken(tx, issue, codeName(keyring, code))
  return { code: shownTelegramCode(code), url: telegramLinkOf(bot, code), expiresAt: expiresAt.toISOString() }
}
