/** All reads of users' event streams. */
import { streamEvents } from '../../../domain/api/notifications/stream.ts'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { LISTED } from '../../../domain/limits.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** `position` is the number of the last event before the start. `reset`: events after `after` have been purged. */
export type Start = { userId: string; position: number; reset: boolean }

/** A position before every stream: asking for the events after it always resets. */
export const BEFORE_ALL_EVENTS = -1

/** Where a stream continues for a client that has received every event up to `after`; null begins at the latest event. */
export async function findStart(db: Db, userId: string, after: number | null): Promise<Start> {
  const { rows } = await sql<{ last: bigint; first: bigint | null }>`
    select last_seq as last, (select min(seq) from user_events where user_id = s.user_id) as first
    from user_streams s where user_id = ${userId}`.execute(db)
  const last = Number(rows[0]?.last ?? 0)
  const first = Number(rows[0]?.first ?? last + 1)
  if (after === null) return { userId, position: last, reset: false }
  const reset = after > last || after < first - 1
  return { userId, position: reset ? last : after, reset }
}

/** The user's next events after a position, oldest first, `LISTED.events` at most; a full read means that more may follow. */
export async function listEventsAfter(db: Db, userId: string, after: number): Promise<StreamEvent[]> {
  const { rows } = await sql<{ seq: bigint; kind: StreamEvent['kind']; data: StreamEvent['data'] }>`
    select seq, kind, data from user_events
    where user_id = ${userId} and seq > ${after}
    order by seq limit ${sql.lit(LISTED.events)}`.execute(db)
  return rows.map(({ seq, kind, data }) => ({ seq: Number(seq), kind, data }))
}

/** For clients that poll: the events of the stream, and the position after them. */
export async function listEventsSince(
  db: Db,
  userId: string,
  after: number | null,
): Promise<Start & { events: StreamEvent[] }> {
  const start = await findStart(db, userId, after)
  if (after === null || start.reset) return { ...start, events: [] }
  const events = await listEventsAfter(db, userId, after)
  // Old events may be purged between the two reads.
  if (events[0] && events[0].seq !== after + 1)
    return { ...(await findStart(db, userId, BEFORE_ALL_EVENTS)), events: [] }
  return { userId, events, position: events.at(-1)?.seq ?? after, reset: false }
}

/** The number of each user's last event. */
export async function listPositions(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; lastSeq: bigint }>`
    select user_id, last_seq from user_streams where user_id = any(${[...userIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ userId, lastSeq }) => [userId, Number(lastSeq)]))
}

/**
 * Those of the token hashes that still belong to a session or an API key. A session that acts for the owner of a team needs a role that
 * includes the stream, of a member who is not suspended; nor is the user of a key.
 */
export async function listValidTokens(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ token: string }>`
    select s.token from sessions s
    where s.token = any(${[...hashes]}) and s.expires_at > clock_timestamp()
      and (s.acting_for is null or exists (
        select from team_members m join team_member_roles r on r.membership_id = m.id join users u on u.id = m.member_id
        where m.owner_id = s.acting_for and m.member_id = s.user_id and m.accepted_at is not null and m.ended_at is null
          and r.role = any(${[...streamEvents.team]}) and u.suspended_at is null))
    union all
    select k.hash from api_keys k join users u on u.id = k.user_id
    where k.hash = any(${[...hashes]}) and is_key_valid(k.expires_at) and u.suspended_at is null`.execute(db)
  return new Set(rows.map(({ token }) => token))
}
