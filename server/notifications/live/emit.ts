/** Writes an event to users' streams, inside the transaction that causes it. */
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import type { Tx } from '../../db/pool.ts'
import { wakeAfterCommit } from '../../db/after-commit.ts'
import { sql } from '../../db/pool.ts'

/** What an event notifies one of its recipients of. */
export type Notice = { userId: string; notification: NonNullable<StreamEvent['data']['notification']> }

type NewEvent = Pick<StreamEvent, 'kind' | 'data'> & { notices?: readonly Notice[] }

/**
 * Gives the event the next number in each user's stream. The stream rows stay locked until commit, in the order of user
 * ids, so numbers have no gaps and commit in order. Call it last, since other events for these users wait for it. The
 * commit wakes the streams. A notice is in the event of its own user only.
 */
export async function emit(tx: Tx, userIds: readonly string[], { kind, data, notices = [] }: NewEvent): Promise<void> {
  const ofUser = Object.fromEntries(notices.map(({ userId, notification }) => [userId, { notification }]))
  await sql`
    with numbered as (
      insert into user_streams (user_id, last_seq)
      select id, 1 from unnest(${[...userIds]}::uuid[]) as recipient(id) order by id
      on conflict (user_id) do update set last_seq = user_streams.last_seq + 1
      returning user_id, last_seq
    )
    insert into user_events (user_id, seq, kind, data)
    select user_id, last_seq, ${kind},
      ${JSON.stringify(data)}::jsonb || coalesce(${JSON.stringify(ofUser)}::jsonb -> user_id::text, '{}') from numbered`.execute(
    tx,
  )
  wakeAfterCommit(tx, userIds)
}
