/** Links in security emails ("This wasn't me"): what the email reported is removed, and its author loses all access. */
import type { AdditionKind } from '../../domain/accounts/additions.ts'
import { DomainError } from '../../domain/errors.ts'
import { deleteKey, removeAllKeys } from './api-keys/remove-key.ts'
import type { Db, DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { isAddedFactorPresent, removeAddedFactor } from './factors/remove-factor.ts'
import { restoreMisuseAlerts } from './restore-misuse-alerts.ts'
import type { StoredAddition } from './one-time-tokens/purposes.ts'
import { findToken, redeemToken } from './one-time-tokens/tokens.ts'
import { removeDevicesSince } from './sessions/device.ts'
import { endAllSessions } from './sessions/end-sessions.ts'
import { removeAddedChat, removeChatSince } from './telegram-chats.ts'
import { endMembershipsSince } from './teams/end-membership.ts'
import { lockUser } from './users/lock-user.ts'
import { findUserById } from './users/queries.ts'
import { recordRecovery } from './users/record-recovery.ts'
import { revokeEmailedTokens } from './change-email.ts'
import { passwordFingerprint } from './password-fingerprint.ts'
import { RECOVERY_WINDOW, findPasswordHash } from './queries.ts'
import { sendResetLink } from './reset-password.ts'

/** What the link removes; it stays valid. Refuses with `link_invalid`. */
export async function reviewAddition(
  db: Db,
  token: string,
): Promise<{ kind: AdditionKind; addedAt: string; isPresent: boolean; isCurrentAddress: boolean }> {
  const found = await findToken(db, 'remove_addition', token)
  if (!found) throw new DomainError('link_invalid')
  const { to, addition } = found.payload
  const isPresent = await isAdditionPresent(db, found.userId, addition)
  const isCurrentAddress = (await findUserById(db, found.userId))?.email === to
  return { kind: addition.kind, addedAt: new Date(found.issuedAt).toISOString(), isPresent, isCurrentAddress }
}

type Removed = { kind: AdditionKind; wasPresent: boolean; isResetLinkSent: boolean }

/**
 * Removes exactly what the email reported, ends all sessions, removes all API keys, and removes the devices that were new and the
 * team members who were given access, or the Telegram chat that was linked, in the week before the email or since. Its author had shown the password or had an open session, so the password is removed too and
 * a link for another one is emailed; not where the account has another address by now, whose mailbox the holder of this link
 * need not have. Works also where the addition is gone. Refuses with `link_invalid`.
 */
export async function removeAddition(tx: Tx, token: string): Promise<Removed> {
  const { userId, payload, issuedAt } = await redeemToken(tx, 'remove_addition', token)
  const { to, addition } = payload
  const isPresent = await isAdditionPresent(tx, userId, addition)
  const isCurrentAddress = async () => (await findUserById(tx, userId))?.email === to
  // First: a sign-in locks its identity and then the user.
  if (await isCurrentAddress()) await removePassword(tx, userId)
  else if (addition.kind === 'password' && isPresent) await removePassword(tx, userId)
  await removeIdentity(tx, userId, addition)
  await lockUser(tx, userId)
  const user = await findUserById(tx, userId)
  if (!user) throw new DomainError('link_invalid')
  // Before a factor: an answer to a challenge locks the challenge and then its factor.
  await revokeEmailedTokens(tx, userId)
  const wasPresent = (await removeOther(tx, userId, addition)) ?? isPresent
  await removeAllKeys(tx, userId)
  const since = await daysBefore(tx, issuedAt)
  await endMembershipsSince(tx, userId, since)
  await removeChatSince(tx, userId, since)
  await removeDevicesSince(tx, userId, since)
  const isResetLinkSent = user.email === to
  if (isResetLinkSent) {
    await recordRecovery(tx, userId)
    await restoreMisuseAlerts(tx, userId)
    await sendResetLink(tx, user)
  }
  // Afterwards: a sign-in in progress was waited for, and its session ends here.
  await endAllSessions(tx, userId)
  return { kind: addition.kind, wasPresent, isResetLinkSent }
}

async function isAdditionPresent(db: DbOrTx, userId: string, addition: StoredAddition): Promise<boolean> {
  switch (addition.kind) {
    case 'totp':
    case 'passkey':
    case 'recovery_codes':
      return isAddedFactorPresent(db, userId, addition)
    case 'password': {
      const hash = await findPasswordHash(db, userId)
      return hash !== null && passwordFingerprint(hash) === addition.fingerprint
    }
    case 'device':
      return exists(db, sql`devices where user_id = ${userId} and created_at = ${addition.createdAt}::timestamptz`)
    case 'api_key':
      return exists(db, sql`api_keys where user_id = ${userId} and id = ${addition.id}`)
    case 'telegram':
      return exists(db, sql`telegram_chats where user_id = ${userId} and linked_at = ${addition.linkedAt}::timestamptz`)
    case 'team_member':
      return exists(db, sql`team_members where owner_id = ${userId} and id = ${addition.id} and ended_at is null`)
    default:
      return exists(db, sql`identities where user_id = ${userId} and id = ${addition.id}`)
  }
}

async function exists(db: DbOrTx, source: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`select 1 as present from ${source} limit 1`.execute(db)
  return rows.length > 0
}

async function removePassword(tx: Tx, userId: string): Promise<void> {
  await sql`delete from identities where user_id = ${userId} and provider_id = 'credential'`.execute(tx)
}

async function removeIdentity(tx: Tx, userId: string, addition: StoredAddition): Promise<void> {
  if (!('id' in addition) || addition.kind === 'passkey') return
  if (addition.kind === 'api_key' || addition.kind === 'team_member') return
  await sql`delete from identities where user_id = ${userId} and id = ${addition.id}`.execute(tx)
}

/** Whether a factor or a key was removed; null for what the caller removes. */
async function removeOther(tx: Tx, userId: string, addition: StoredAddition): Promise<boolean | null> {
  switch (addition.kind) {
    case 'totp':
    case 'passkey':
    case 'recovery_codes':
      return removeAddedFactor(tx, userId, addition)
    case 'api_key':
      return deleteKey(tx, userId, addition.id)
    case 'telegram':
      return removeAddedChat(tx, userId, addition.linkedAt)
    default:
      return null
  }
}

async function daysBefore(tx: Tx, moment: string): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    select (${moment}::timestamptz - ${RECOVERY_WINDOW})::text as since`.execute(tx)
  return rows[0]!.since
}
