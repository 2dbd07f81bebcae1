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
type Allowance = { times: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Per address: what one network may do, whoever it is about. Per account: what is about one e-mail, wherever it comes from.
 * Three letters in ten minutes leave nobody without: who is turned away has a link or a code in the mailbox that still works.
 */
export const ALLOWANCES = {
  registrations_of_network: { times: 60, seconds: HOUR },
  wrong_passwords_of_network: { times: 200, seconds: HOUR },
  wrong_passwords_of_account: { times: 100, seconds: HOUR },
  letters_of_network: { times: 60, seconds: HOUR },
  letters_of_account: { times: 3, seconds: 10 * MINUTE },
  letters_of_account_a_day: { times: 10, seconds: 24 * HOUR },
  letters_of_mailbox: { times: 20, seconds: 24 * HOUR },
  wrong_codes_of_account: { times: 10, seconds: 24 * HOUR },
  wrong_links_of_network: { times: 60, seconds: 10 * MINUTE },
  email_changes_of_account: { times: 5, seconds: 24 * HOUR },
  exports_of_account: { times: EXPORTS_PER_DAY, seconds: 24 * HOUR },
} as const satisfies Record<string, Allowance>
export type AllowanceName = keyof typeof ALLOWANCES

/** The first ten wrong passwords cost nothing; then one waits 1, 2, 4, 8 and at most 15 minutes after each. */
const FREE_TRIES = 10
const FIRST_WAIT_SECONDS = MINUTE
const LONGEST_WAIT_SECONDS = 15 * MINUTE
const FORGOTTEN_AFTER_SECONDS = 24 * HOUR

export type Limits = {
  /** Counts one more; refuses with `rate_limited` beyond the allowance. `whom` is joined into the key. */
  spend(db: DbOrTx, name: AllowanceName, whom: string): Promise<void>
  /** Takes back what `spend` counted. */
  giveBack(db: DbOrTx, name: AllowanceName, whom: string): Promise<void>
  /** Counts one try; refuses with `rate_limited` while one has to wait, without counting that. */
  slow(db: DbOrTx, whom: string): Promise<void>
  /** Forgets the tries: it was the right one. */
  forgive(db: DbOrTx, whom: string): Promise<void>
  /** The try was none after all. */
  unslow(db: DbOrTx, whom: string): Promise<void>
}

/** `secret` keys the hashes. Without `boundsNetworks` (REQUESTS_PER_MINUTE=0) many people may share one address. */
export function createLimits(secret: string, boundsNetworks: boolean): Limits {
  const isOff = (name: AllowanceName) => !boundsNetworks && name.endsWith('_of_network')
  const key = (name: string, whom: string) =>
    createHmac('sha256', secret).update(`${name}\n${whom}`).digest('base64url')
  return {
    async spend(db, name, whom) {
      if (!isOff(name)) await count(db, key(name, subjectOf(name, whom)), ALLOWANCES[name])
    },
    async giveBack(db, name, whom) {
      if (!isOff(name)) await takeBack(db, key(name, subjectOf(name, whom)))
    },
    slow: (db, whom) => countSlowing(db, key('tries', whom)),
    unslow: (db, whom) => takeBack(db, key('tries', whom)),
    async forgive(db, whom) {
      await sql`delete from limits where key = ${key('tries', whom)}`.execute(db)
    },
  }
}

function subjectOf(name: AllowanceName, whom: string): string {
  return name.endsWith('_of_network') ? networkOf(whom) : whom
}

/** Two at once wait for each other on the row, so that no try goes uncounted. */
async function count(db: DbOrTx, key: string, { times, seconds }: Allowance): Promise<void> {
  const { rows } = await sql<{ used: number; wait: number }>`
    insert into limits as l (key, used, ends_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      used = case when l.ends_at < clock_timestamp() then 1 else l.used + 1 end,
      ends_at = case when l.ends_at < clock_timestamp() then excluded.ends_at else l.ends_at end
    returning used, ceil(extract(epoch from ends_at - clock_timestamp()))::int as wait`.execute(db)
  const { used, wait } = rows[0]!
  if (used > times) throw limited(wait)
}

async function countSlowing(db: DbOrTx, key: string): Promise<void> {
  const { rows } = await sql`
    insert into limits as l (key, used, ends_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${FORGOTTEN_AFTER_SECONDS}))
    on conflict (key) do update set
      used = case when l.ends_at < clock_timestamp() then 1 else l.used + 1 end,
      free_at = case when l.ends_at < clock_timestamp() or l.used + 1 < ${FREE_TRIES} then clock_timestamp()
        else clock_timestamp() + make_interval(secs =>
          least(${FIRST_WAIT_SECONDS} * 2 ^ least(l.used + 1 - ${FREE_TRIES}, 20), ${LONGEST_WAIT_SECONDS})) end,
      ends_at = excluded.ends_at
    where l.free_at <= clock_timestamp()
    returning 1 as counted`.execute(db)
  if (rows.length > 0) return
  const waiting = await sql<{ wait: number }>`
    select greatest(ceil(extract(epoch from free_at - clock_timestamp())), 1)::int as wait
    from limits where key = ${key}`.execute(db)
  throw limited(waiting.rows[0]?.wait ?? 1)
}

async function takeBack(db: DbOrTx, key: string): Promise<void> {
  await sql`
    update limits set used = greatest(used - 1, 0), free_at = clock_timestamp() where key = ${key}`.execute(db)
}

function limited(retryAfterSeconds: number): DomainError {
  return new DomainError('rate_limited', { details: { retryAfterSeconds } })
}
