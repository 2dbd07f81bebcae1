/** What was added to an account for signing in: listed, and removed by a recovery or an undone email change. */
import type { AdditionKind } from '../../domain/accounts/additions.ts'
import { removeAllKeys } from './api-keys/remove-key.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { removeFactorsAddedSince } from './factors/remove-factor.ts'
import type { SecondFactor } from '../../domain/notifications/mail-values.ts'
import { revokeTokens } from './one-time-tokens/tokens.ts'
import { removeChatSince } from './telegram-chats.ts'
import { endMembershipsSince } from './teams/end-membership.ts'
import { lockUser } from './users/lock-user.ts'
import { RECOVERY_WINDOW } from './queries.ts'

/** The moment before which an addition is old enough to stop a recovery, as exact text. */
export async function startOfRecoveryWindow(tx: Tx): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    select (clock_timestamp() - ${RECOVERY_WINDOW})::text as since`.execute(tx)
  return rows[0]!.since
}

/**
 * Removes the identities, factors and recovery codes that were added after a moment, the team members who were given access and the Telegram chat that was linked after it, and all API keys; returns the factors. The
 * user is locked afterwards: an addition in progress is waited for and removed too, or finds its session ended by the caller.
 */
export async function removeAdditionsSince(tx: Tx, userId: string, since: string): Promise<SecondFactor[]> {
  // First: a sign-in locks its identity and then the user.
  await removeIdentitiesSince(tx, userId, since)
  await lockUser(tx, userId)
  await removeIdentitiesSince(tx, userId, since)
  await removeAllKeys(tx, userId)
  await endMembershipsSince(tx, userId, since)
  await removeChatSince(tx, userId, since)
  // Before the factors: an answer to a challenge locks the challenge and then its factor.
  await revokeTokens(tx, userId, ['second_factor_challenge'])
  return removeFactorsAddedSince(tx, userId, since)
}

async function removeIdentitiesSince(tx: Tx, userId: string, since: string): Promise<void> {
  await sql`
    delete from identities
    where user_id = ${userId} and provider_id <> 'credential' and created_at > ${since}::timestamptz`.execute(tx)
}

type Row = { kind: AdditionKind; addedAt: Date }

/** What a recovery removes, the latest first. */
export async function listRecentAdditions(
  db: DbOrTx,
  userId: string,
): Promise<{ kind: AdditionKind; addedAt: string }[]> {
  const { rows } = await sql<Row>`
    select kind, added_at from (
      select 'totp' as kind, confirmed_at as added_at from totps where user_id = ${userId} and confirmed_at is not null
      union all select 'passkey', created_at from passkeys where user_id = ${userId}
      union all select 'recovery_codes', max(created_at) from recovery_codes where user_id = ${userId}
      union all select provider_id, created_at from identities where user_id = ${userId} and provider_id <> 'credential'
      union all select 'api_key', created_at from api_keys where user_id = ${userId}
      union all select 'telegram', linked_at from telegram_chats where user_id = ${userId} and refused_at is null
      union all select 'team_member', greatest(m.invited_at, max(r.granted_at))
        from team_members m join team_member_roles r on r.membership_id = m.id
        where m.owner_id = ${userId} and m.ended_at is null group by m.id
    ) as additions
    where added_at > clock_timestamp() - ${RECOVERY_WINDOW}
    order by added_at desc`.execute(db)
  return rows.map(({ kind, addedAt }) => ({ kind, addedAt: addedAt.toISOString() }))
}
