/** Keyed hashes of the networks that users were seen in. Trades between users of one network do not count for their records. */
import { createHmac } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { sharedNetworkOf } from '../../http/network.ts'

/** Each process notes a user's network at most this often. */
const NOTE_EVERY_MS = 60 * 60_000
const REMEMBERED = 10_000

export type UserNetworks = { note(db: Db, userId: string, address: string): Promise<void> }

/** `secret` keys the hashes, so that a reader of the table cannot find addresses by trying them. */
export function createUserNetworks(secret: string): UserNetworks {
  const noted = new Map<string, number>()
  return {
    async note(db, userId, address) {
      const network = sharedNetworkOf(address)
      if (network === null) return
      const hash = createHmac('sha256', secret).update(`user network\n${network}`).digest('base64url')
      const entry = `${userId} ${hash}`
      if (Date.now() - (noted.get(entry) ?? 0) < NOTE_EVERY_MS) return
      await sql`
        insert into user_networks (user_id, hash) values (${userId}, ${hash})
        on conflict (user_id, hash) do update set last_seen_at = clock_timestamp()`.execute(db)
      if (noted.size >= REMEMBERED) noted.clear()
      noted.set(entry, Date.now())
    },
  }
}
