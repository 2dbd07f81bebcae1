/** Keyed hashes of the networks that users were seen in. Trades between users of one network do not count for their records. */
import { createHmac } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { siteOf, withoutMapping } from '../http/network.ts'

/** Each process notes a user's network at most this often. */
const NOTE_EVERY_MS = 60 * 60_000
const REMEMBERED = 10_000

/** Addresses that say nothing about where a user is: loopback, link-local and private ones, for instance of a proxy. */
const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv6')

/** The /24 of an IPv4 address or the /48 of an IPv6 address; null for a private address. */
export function sharedNetworkOf(address: string): string | null {
  const plain = withoutMapping(address)
  const family = isIP(plain)
  if (family === 0 || PRIVATE.check(plain, family === 4 ? 'ipv4' : 'ipv6')) return null
  return siteOf(plain) ?? plain.split('.').slice(0, 3).join('.')
}

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
