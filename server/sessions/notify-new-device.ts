import { deviceOf } from '../../domain/devices.ts'
import type { Language } from '../../domain/languages.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Client } from '../accounts/accounts.ts'

/** Tells the person by mail that somebody signed in with a browser they had not used before. */
export async function notifyNewDevice(tx: Tx, userId: string, { userAgent }: Client): Promise<void> {
  const { rows } = await sql<{ email: string; language: Language; at: Date }>`
    select email, language, clock_timestamp() as at from users where id = ${userId}`.execute(tx)
  const { email, language, at } = rows[0]!
  const values = { ...deviceNames(userAgent), at: at.toISOString() }
  await queueMail(tx, { userId, to: email, language, kind: 'new_device', values })
}

/** "Firefox" and "Windows". A user agent that tells neither is quoted, shortened, as the browser. */
function deviceNames(userAgent: string): { browser: string; system: string } {
  const { browser, system } = deviceOf(userAgent)
  if (browser !== null || system !== null) return { browser: browser ?? '', system: system ?? '' }
  return { browser: userAgent.replaceAll(/[^\w ./-]/g, '').slice(0, 60), system: '' }
}
