/** How long a statement may take, at Postgres and in this process. */
import { sql } from 'kysely'
import { ANSWER_WITHIN_MS } from './session-settings.ts'
import type { Tx } from './types.ts'

export const STATEMENT_SECONDS = 5
export const LOCK_SECONDS = 3

const ALLOWED = /^\s*select set_config\('statement_timeout', \$1, true\), set_config\('lock_timeout', \$2, true\)\s*$/

/** The time after which this process gives up a statement that Postgres ends after so many seconds: it has frozen, or is cut off. */
export function allowedMs(seconds: number): number {
  return seconds * 1000 + ANSWER_WITHIN_MS
}

/**
 * Lets each further statement of the transaction take `seconds`, of which it may wait `lockSeconds` for a lock. The connection reads it
 * from the statement (pool.ts).
 */
export async function allowTime(tx: Tx, seconds: number, lockSeconds = LOCK_SECONDS): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${`${seconds}s`}, true), set_config('lock_timeout', ${`${lockSeconds}s`}, true)`.execute(
    tx,
  )
}

/** The seconds of `allowTime`, where the statement is its. */
export function longerTime(text: string, [seconds]: readonly unknown[]): number | null {
  return ALLOWED.test(text) ? parseInt(String(seconds)) : null
}
