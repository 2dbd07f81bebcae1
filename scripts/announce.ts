/**
 * `npm run announce -- en="…" fr="…" ar="…"`: notifies the users who turned on "Marketing" for one of the channels. Only an operator
 * with access to the server's database does it; the server may keep running. The settings are the server's.
 */
import type pg from 'pg'
import { LANGUAGES } from '../domain/languages.ts'
import type { Language } from '../domain/languages.ts'
import { ANNOUNCEMENT_DAYS, ANNOUNCEMENT_MAX } from '../domain/notifications/notifications.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { Refused, withOwnerDatabase } from './owner-database.ts'

const USAGE = `npm run announce -- ${LANGUAGES.map((language) => `${language}="…"`).join(' ')}`

try {
  const texts = read(process.argv.slice(2))
  await withOwnerDatabase(({ database }) => announce(database, texts))
} catch (error) {
  reportRefusal(error)
}

/** One line in each language. */
function read(args: string[]): Record<string, string> {
  const given = new Map(args.map((arg) => [arg.split('=')[0], arg.slice(arg.indexOf('=') + 1)]))
  if (args.length !== LANGUAGES.length || !LANGUAGES.every((language) => given.has(language))) throw new Refused(USAGE)
  return Object.fromEntries(LANGUAGES.map((language) => [language, oneLine(language, given.get(language) ?? '')]))
}

function oneLine(language: Language, text: string): string {
  const { length } = [...text]
  if (length === 0 || length > ANNOUNCEMENT_MAX || text.trim() !== text || /\p{C}/u.test(text))
    throw new Refused(`${language}: write one line of at most ${ANNOUNCEMENT_MAX} characters.`)
  return text
}

/** In one transaction: an announcement that fails has reached no user, and can be repeated. */
async function announce(database: pg.Client, texts: Record<string, string>): Promise<void> {
  await database.query('begin')
  await database.query("select pg_advisory_xact_lock(hashtext('announcement'))")
  const { rowCount } = await database.query(
    `select from notifications where event = 'announcement' and at > clock_timestamp() - make_interval(days => $1) limit 1`,
    [ANNOUNCEMENT_DAYS],
  )
  if (rowCount) throw new Refused(`An announcement was sent in the last ${ANNOUNCEMENT_DAYS} days.`)
  const { rows } = await database.query<{ notified: number }>(
    `select count(write_notification(user_id, 'announcement', null, $1, false))::int as notified
     from (select distinct user_id from notification_settings where event_group = 'marketing' and is_on) recipients`,
    [JSON.stringify(texts)],
  )
  await database.query('commit')
  const { notified } = rows[0]!
  console.log(`${notified} ${notified === 1 ? 'user was' : 'users were'} notified.`)
}
