/**
 * Rate limits, counted in the database for all processes together. What slows down a guesser is
 * bound to the account and to the network of the attempts, so that one user cannot lock another out.
 */
import { createHmac } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import { EXPORTS_PER_DAY } from '../../../domain/accounts/account-data.ts'
import { LONG_RESET_MINUTES } from '../../../domain/accounts/accounts.ts'
import { NEW_OFFERS_PER_DAY, QUOTES_PER_MINUTE } from '../../../domain/limits.ts'
import { RECEIPT_PDFS_PER_HOUR, RECEIPTS_PER_HOUR } from '../../../domain/trades/receipts.ts'
import {
  STORED_MB_PER_DAY,
  STORED_MB_PER_DAY_OF_NETWORK,
  STORED_MB_PER_DAY_OF_NEW_TRADER,
  STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK,
  TRADE_FILES_MB_PER_DAY,
} from '../../../domain/uploads/storage-limits.ts'
import { TRADE_EXPORTS_PER_HOUR } from '../../../domain/trades/trade-export.ts'
import { TELEGRAM_CODES_PER_HOUR, TELEGRAM_MESSAGES_PER_HOUR } from '../../../domain/notifications/telegram.ts'
import { WEBHOOK_CHANGES_PER_DAY, WEBHOOK_SENDS_PER_HOUR } from '../../../domain/notifications/webhooks.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { countedNetworks, sharedNetworkOf } from '../network.ts'

/** `times` within a window of `seconds`; beyond that, the caller waits for the window to end. */
type RateLimit = { times: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Of a megabyte. */
const KILOBYTES = 1024

/**
 * Per network: whatever the calls are about. Per shared network: the same for a /24 of IPv4 or a /48 of IPv6. Per account: calls about one email, from any network.
 * Three emails in ten minutes are enough: a caller who is refused has a link or a code in the mailbox that still works.
 */
export const RATE_LIMITS = {
  registrations_per_network: { times: 60, seconds: HOUR },
  // Twice that of an address, so that no single address uses up what its neighbours have.
  registrations_per_shared_network: { times: 120, seconds: HOUR },
  // Each registration may ask for a second code.
  registration_codes_per_shared_network: { times: 240, seconds: HOUR },
  wrong_passwords_per_network: { times: 200, seconds: HOUR },
  wrong_passwords_per_account: { times: 100, seconds: HOUR },
  emails_per_network: { times: 60, seconds: HOUR },
  emails_per_account: { times: 3, seconds: 10 * MINUTE },
  emails_per_account_daily: { times: 10, seconds: 24 * HOUR },
  emails_per_mailbox: { times: 20, seconds: 24 * HOUR },
  emails_per_mailbox_signed_out: { times: 24, seconds: 24 * HOUR },
  emails_per_mailbox_in_all: { times: 36, seconds: 24 * HOUR },
  long_reset_links_per_mailbox: { times: 1, seconds: LONG_RESET_MINUTES * MINUTE },
  wrong_codes_per_account: { times: 10, seconds: 24 * HOUR },
  wrong_codes_per_mailbox: { times: 20, seconds: 24 * HOUR },
  invalid_links_per_network: { times: 60, seconds: 10 * MINUTE },
  email_changes_per_account: { times: 5, seconds: 24 * HOUR },
  new_offers_per_account: { times: NEW_OFFERS_PER_DAY, seconds: 24 * HOUR },
  quotes_per_account: { times: QUOTES_PER_MINUTE, seconds: MINUTE },
  receipts_per_account: { times: RECEIPTS_PER_HOUR, seconds: HOUR },
  receipt_pdfs_per_account: { times: RECEIPT_PDFS_PER_HOUR, seconds: HOUR },
  business_hours_per_account: { times: 30, seconds: HOUR },
  team_invitations_per_account: { times: 20, seconds: 24 * HOUR },
  trade_exports_per_account: { times: TRADE_EXPORTS_PER_HOUR, seconds: HOUR },
  webhook_changes_per_account: { times: WEBHOOK_CHANGES_PER_DAY, seconds: 24 * HOUR },
  webhook_sends_per_account: { times: WEBHOOK_SENDS_PER_HOUR, seconds: HOUR },
  telegram_codes_per_account: { times: TELEGRAM_CODES_PER_HOUR, seconds: HOUR },
  telegram_messages_per_chat: { times: TELEGRAM_MESSAGES_PER_HOUR, seconds: HOUR },
  stored_kilobytes_per_account: { times: STORED_MB_PER_DAY * KILOBYTES, seconds: 24 * HOUR },
  stored_kilobytes_per_new_trader: { times: STORED_MB_PER_DAY_OF_NEW_TRADER * KILOBYTES, seconds: 24 * HOUR },
  stored_kilobytes_per_network: { times: STORED_MB_PER_DAY_OF_NETWORK * KILOBYTES, seconds: 24 * HOUR },
  stored_kilobytes_of_new_traders_per_network: {
    times: STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK * KILOBYTES,
    seconds: 24 * HOUR,
  },
  trade_file_kilobytes_per_account: { times: TRADE_FILES_MB_PER_DAY * KILOBYTES, seconds: 24 * HOUR },
  exports_per_account: { times: EXPORTS_PER_DAY, seconds: 24 * HOUR },
} as const satisfies Record<string, RateLimit>
export type RateLimitName = keyof typeof RATE_LIMITS

/** The first ten wrong passwords cost nothing; then each is followed by a wait of 1, 2, 4, 8 and at most 15 minutes. */
const FREE_ATTEMPTS = 10
const FIRST_WAIT_SECONDS = MINUTE
const LONGEST_WAIT_SECONDS = 15 * MINUTE
const RESET_AFTER_SECONDS = 24 * HOUR

export type RateLimits = {
  /** Counts one call; refuses with `rate_limited` beyond the limit. */
  consume(db: DbOrTx, name: RateLimitName, subject: string): Promise<void>
  /**
   * Counts `amount` where it stays within the limit, and returns null; else returns the seconds until the window ends. Of the tallies of a
   * network, those before the one that is full are counted: the caller's transaction ends with its refusal.
   */
  consumeWithin(db: DbOrTx, name: RateLimitName, subject: string, amount: number): Promise<number | null>
  /** Undoes one `consume`. */
  refund(db: DbOrTx, name: RateLimitName, subject: string): Promise<void>
  /** Counts one password attempt; refuses with `rate_limited`, without counting, while the subject has to wait. */
  consumeWithBackoff(db: DbOrTx, subject: string): Promise<void>
  /** Undoes one `consumeWithBackoff`. */
  refundBackoff(db: DbOrTx, subject: string): Promise<void>
  /** Clears the attempts of the subject, after a right password. */
  reset(db: DbOrTx, subject: string): Promise<void>
}

/** `secret` keys the hashes. Without `limitsNetworks` (REQUESTS_PER_MINUTE=0) limits per network are off. */
export function createRateLimits(secret: string, limitsNetworks: boolean): RateLimits {
  const isOff = (name: RateLimitName) => !limitsNetworks && name.endsWith('_network')
  const key = (name: string, subject: string) =>
    createHmac('sha256', secret).update(`${name}\n${subject}`).digest('base64url')
  return {
    async consume(db, name, subject) {
      if (isOff(name)) return
      const { times, seconds } = RATE_LIMITS[name]
      for (const { counted, factor } of tallies(name, subject))
        await count(db, key(name, counted), { times: times * factor, seconds })
    },
    async consumeWithin(db, name, subject, amount) {
      if (isOff(name)) return null
      const { times, seconds } = RATE_LIMITS[name]
      for (const { counted, factor } of tallies(name, subject)) {
        const wait = await countWithin(db, key(name, counted), { times: times * factor, seconds }, amount)
        if (wait !== null) return wait
      }
      return null
    },
    async refund(db, name, subject) {
      if (isOff(name)) return
      for (const { counted } of tallies(name, subject)) await decrement(db, key(name, counted))
    },
    consumeWithBackoff: (db, subject) => countWithBackoff(db, key('attempts', subject)),
    refundBackoff: (db, subject) => decrement(db, key('attempts', subject)),
    async reset(db, subject) {
      await sql`delete from rate_limits where key = ${key('attempts', subject)}`.execute(db)
    },
  }
}

function tallies(name: RateLimitName, subject: string): { counted: string; factor: number }[] {
  if (name.endsWith('_per_shared_network')) {
    const network = sharedNetworkOf(subject)
    return network === null ? [] : [{ counted: network, factor: 1 }]
  }
  if (!name.endsWith('_per_network')) return [{ counted: subject, factor: 1 }]
  return countedNetworks(subject).map(({ network, factor }) => ({ counted: network, factor }))
}

/** Concurrent calls wait for each other on the row, so each is counted. */
async function count(db: DbOrTx, key: string, { times, seconds }: RateLimit): Promise<void> {
  const { rows } = await sql<{ used: number; wait: number }>`
    insert into rate_limits as l (key, used, window_ends_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      used = case when l.window_ends_at < clock_timestamp() then 1 else l.used + 1 end,
      window_ends_at = case when l.window_ends_at < clock_timestamp() then excluded.window_ends_at else l.window_ends_at end
    returning used, ceil(extract(epoch from window_ends_at - clock_timestamp()))::int as wait`.execute(db)
  const { used, wait } = rows[0]!
  if (used > times) throw limited(wait)
}

/** An amount that would exceed the limit is not counted, so that a smaller one still finds its place. */
async function countWithin(
  db: DbOrTx,
  key: string,
  { times, seconds }: RateLimit,
  amount: number,
): Promise<number | null> {
  const counted = await sql`
    insert into rate_limits as l (key, used, window_ends_at)
    values (${key}, ${amount}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      used = case when l.window_ends_at < clock_timestamp() then excluded.used else l.used + excluded.used end,
      window_ends_at = case when l.window_ends_at < clock_timestamp() then excluded.window_ends_at else l.window_ends_at end
    where l.window_ends_at < clock_timestamp() or l.used + excluded.used <= ${times}
    returning 1 as counted`.execute(db)
  if (counted.rows.length > 0) return null
  const { rows } = await sql<{ wait: number }>`
    select greatest(ceil(extract(epoch from window_ends_at - clock_timestamp())), 1)::int as wait
    from rate_limits where key = ${key}`.execute(db)
  return rows[0]?.wait ?? 1
}

async function countWithBackoff(db: DbOrTx, key: string): Promise<void> {
  const { rows } = await sql`
    insert into rate_limits as l (key, used, window_ends_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${RESET_AFTER_SECONDS}))
    on conflict (key) do update set
      used = case when l.window_ends_at < clock_timestamp() then 1 else l.used + 1 end,
      blocked_until = case when l.window_ends_at < clock_timestamp() or l.used + 1 < ${FREE_ATTEMPTS} then clock_timestamp()
        else clock_timestamp() + make_interval(secs =>
          least(${FIRST_WAIT_SECONDS} * 2 ^ least(l.used + 1 - ${FREE_ATTEMPTS}, 20), ${LONGEST_WAIT_SECONDS})) end,
      window_ends_at = excluded.window_ends_at
    where l.blocked_until <= clock_timestamp()
    returning 1 as counted`.execute(db)
  if (rows.length > 0) return
  const waiting = await sql<{ wait: number }>`
    select greatest(ceil(extract(epoch from blocked_until - clock_timestamp())), 1)::int as wait
    from rate_limits where key = ${key}`.execute(db)
  throw limited(waiting.rows[0]?.wait ?? 1)
}

async function decrement(db: DbOrTx, key: string): Promise<void> {
  await sql`
    update rate_limits set used = greatest(used - 1, 0), blocked_until = clock_timestamp() where key = ${key}`.execute(
    db,
  )
}

function limited(retryAfterSeconds: number): DomainError {
  return new DomainError('rate_limited', { details: { retryAfterSeconds } })
}
