/** When mails, notifications on their channels and deliveries to webhooks are attempted again, as SQL. */
import { RETRY_HOURS } from '../../domain/notifications/retries.ts'
import { sql } from './pool.ts'

/** The delays after the first attempts; the last one repeats. The first is longer than one attempt may take. */
const MINUTES_TO_NEXT_ATTEMPT = [1, 5, 30, 120, 240, 480]

/** When the attempt is due that follows the one being claimed; `attempts` is the column with the number of earlier ones. */
export function timeOfNextAttempt(attempts: 'attempts' | 'd.attempts') {
  return sql`clock_timestamp() + make_interval(
    mins => (${MINUTES_TO_NEXT_ATTEMPT}::int[])[least(${sql.ref(attempts)} + 1, ${sql.lit(MINUTES_TO_NEXT_ATTEMPT.length)})])`
}

/** The moment after which there are no more attempts; `since` is the column with the beginning. */
export function endOfRetries(since: 'since' | 'created_at') {
  return sql`${sql.ref(since)} + make_interval(hours => ${sql.lit(RETRY_HOURS)})`
}
