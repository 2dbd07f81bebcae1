/**
 * How often somebody may try, counted in the database (reliability ). What slows a guesser is bound to the
 * account and to where the tries come from, so that nobody can be locked out by somebody else.
 */
import { createHmac } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import { EXPORTS_PER_DAY } from '../../domain/account-data.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { networkOf } from './network.ts'

/** So many in so many seconds; then the rest of that time is waited. */
type RateLimit = { times: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Per address: what one network may do, whoever it is about. Per account: what is about one e-mail, wherever it comes from.
 * Three letters in ten minutes leave nobody without: who is turned away has a link or a code in the mailbox that still works.
 */
export const RATE_LIMITS = {
  registrations_per_network: { times: 60, seconds: HOUR },
  wrong_passwords_per_network: { times: 200, seconds: HOUR },
  wrong_passwords_per_account: { times: 100, seconds: HOUR },
  emails_per_network: { times: 60, seconds: HOUR },
  emails_per_account: { times: 3, seconds: 10 * MINUTE },
  emails_per_account_daily: { times: 10, seconds: 24 * HOUR },
  emails_per_mailbox: { times: 20, seconds: 24 * HOUR },
  wrong_codes_per_account: { times: 10, seconds: 24 * HOUR },
  invalid_links_per_network: { times: 60, seconds: 10 * MINUTE },
  email_changes_per_account: { times: 5, seconds: 24 * HOUR },
  exports_per_account: { times: EXPORTS_PER_DAY, seconds: 24 * HOUR },
} as const satisfies Record<string, RateLimit>
export type RateLimitName = keyof typeof RATE_LIMITS

/** The first ten wrong passwords cost nothing; then one waits 1, 2, 4, 8 and at most 15 minutes after each. */
const FREE_TRIES = 10
const FIRST_WAIT_SECONDS = MINUTE
const LONGEST_WAIT_SECONDS = 15 * MINUTE
const FORGOTTEN_AFTER_SECONDS = 24 * HOUR

export type RateLimits = {
  /** Counts one more; refuses with `rate_limited` beyond the allowance. `whom` is joined into the key. */
  consume(db: DbOrTx, name: RateLimitName, whom: string): Promise<void>
  /** Takes back what `consume` counted. */
  refund(db: DbOrTx, name: RateLimitName, whom: string): Promise<void>
  /** Counts one try; refuses with `rate_limited` while one has to wait, without counting that. */
  consumeWithBackoff(db: DbOrTx, whom: string): Promise<void>
  /** Forgets the tries: it was the right one. */
  reset(db: DbOrTx, whom: string): Promise<void>
  /** The try was none after all. */
  refundBackoff(db: DbOrTx, whom: string): Promise<void>
}

/** `secret` keys the hashes. Without `boundsNetworks` (REQUESTS_PER_MINUTE=0) many people may share one address. */
export function createRateLimits(secret: string, boundsNetworks: boolean): RateLimits {
  const isOff = (name: RateLimitName) => !boundsNetworks && name.endsWith('_per_network')
  const key = (name: string, whom: string) =>
    createHmac('sha256', secret).update(`${name}\n${whom}`).digest('base64url')
  return {
    async consume(db, name, whom) {
      if (!isOff(name)) await count(db, key(name, subjectOf(name, whom)), RATE_LIMITS[name])
    },
    async refund(db, name, whom) {
      if (!isOff(name)) await decrement(db, key(name, subjectOf(name, whom)))
    },
    consumeWithBackoff: (db, whom) => countWithBackoff(db, key('tries', whom)),
    refundBackoff: (db, whom) => decrement(db, key('tries', whom)),
    async reset(db, whom) {
      await sql`delete from rate_limits where key = ${key('tries', whom)}`.execute(db)
    },
  }
}

function subjectOf(name: RateLimitName, whom: string): string {
  return name.endsWith('_per_network') ? networkOf(whom) : whom
}

/** Two at once wait for each other on the row, so that no try goes uncounted. */
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

async function countWithBackoff(db: DbOrTx, key: string): Promise<void> {
  const { rows } = await sql`
    insert into rate_limits as l (key, used, window_ends_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${FORGOTTEN_AFTER_SECONDS}))
    on conflict (key) do update set
      used = case when l.window_ends_at < clock_timestamp() then 1 else l.used + 1 end,
      blocked_until = case when l.window_ends_at < clock_timestamp() or l.used + 1 < ${FREE_TRIES} then clock_timestamp()
        else clock_timestamp() + make_interval(secs =>
          least(${FIRST_WAIT_SECONDS} * 2 ^ least(l.used + 1 - ${FREE_TRIES}, 20), ${LONGEST_WAIT_SECONDS})) end,
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
