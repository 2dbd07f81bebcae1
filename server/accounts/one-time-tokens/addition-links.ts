/** Links in security emails that remove what the email is about. Each belongs to one addition; a later one ends none. */
import { REMOVE_ADDITION_MINUTES } from '../../../domain/accounts/accounts.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { StoredAddition } from './purposes.ts'
import { issueToken } from './tokens.ts'

/** The address of the link, for the email to this address. */
export async function issueAdditionLink(
  tx: Tx,
  { userId, to }: { userId: string; to: string },
  addition: StoredAddition,
): Promise<string> {
  const issue = { purpose: 'remove_addition' as const, userId, minutes: REMOVE_ADDITION_MINUTES, keepsFormer: true }
  return `/remove-addition#token=${await issueToken(tx, { ...issue, payload: { to, addition } })}`
}

/**
 * Ends the links that were sent to another address: after an undone email change those are the attacker's, who could end the
 * owner's sessions with them.
 */
export async function revokeAdditionLinksToOthers(tx: Tx, userId: string, email: string): Promise<void> {
  await sql`
    delete from one_time_tokens
    where user_id = ${userId} and purpose = 'remove_addition' and value ->> 'to' <> ${email}`.execute(tx)
}

/** Ends the links to an address, after a recovery that has removed everything they could remove. */
export async function revokeAdditionLinksTo(tx: Tx, userId: string, email: string): Promise<void> {
  await sql`
    delete from one_time_tokens
    where user_id = ${userId} and purpose = 'remove_addition' and value ->> 'to' = ${email}`.execute(tx)
}

type ReplacedCodes = Extract<StoredAddition, { kind: 'recovery_codes' }>

/**
 * The first replacement of recovery codes after a moment, if its link is still valid: the codes it replaced are those from
 * before. Later replacements have no link afterwards, since theirs would bring back the codes of the first.
 */
export async function takeReplacedCodes(tx: Tx, userId: string, since: string): Promise<ReplacedCodes | null> {
  const { rows } = await sql<{ addition: unknown }>`
    with replaced as (
      delete from one_time_tokens
      where user_id = ${userId} and purpose = 'remove_addition' and value -> 'addition' ->> 'kind' = 'recovery_codes'
        and created_at >= ${since}::timestamptz
      returning created_at, value -> 'addition' as addition)
    select addition from replaced order by created_at limit 1`.execute(tx)
  return (rows[0]?.addition as ReplacedCodes | undefined) ?? null
}
