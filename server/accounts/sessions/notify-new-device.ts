import { deviceOf } from '../../../domain/accounts/devices.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueAdditionLink } from '../one-time-tokens/addition-links.ts'
import { getRecipient } from '../users/queries.ts'
import type { Client } from './client.ts'

/** Notifies the user by email of a sign-in with a browser that the account had not been used with. */
export async function notifyNewDevice(tx: Tx, userId: string, { userAgent }: Client, createdAt: string): Promise<void> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  const recipient = await getRecipient(tx, userId)
  const link = await issueAdditionLink(tx, recipient, { kind: 'device', createdAt })
  const values = { ...deviceNames(userAgent), at: rows[0]!.at.toISOString(), link }
  await queueMail(tx, { ...recipient, kind: 'new_device', values })
}

/** "Firefox" and "Windows". A user agent that names neither is quoted, shortened, as the browser. */
function deviceNames(userAgent: string): { browser: string; system: string } {
  const { browser, system } = deviceOf(userAgent)
  if (browser !== null || system !== null) return { browser: browser ?? '', system: system ?? '' }
  return { browser: userAgent.replaceAll(/[^\w ./-]/g, '').slice(0, 60), system: '' }
}
