/** Six-digit codes for emails, each with an id and five attempts. */
import { createHmac, randomInt } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import type { Secrets } from '../../config.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Purpose } from './purposes.ts'
import { deleteToken, parse, storeToken } from './tokens.ts'
import type { Issue, Row, Token } from './tokens.ts'

/**
 * A code as it was entered: the ids of all codes that were sent for the same form, and the six digits. Any of them may arrive last,
 * so each unexpired one is accepted; a wrong entry uses up one attempt of each.
 */
export type EnteredCode<P extends Purpose> = { purpose: P; ids: readonly string[]; code: string }

/** The code's hash is bound to its id, so a guess for one user is worth nothing for another. */
export async function issueCode<P extends Purpose>(
  tx: Tx,
  secrets: Secrets,
  issue: Issue<P>,
): Promise<{ id: string; code: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = await storeToken(tx, issue, (rowId) => codeHash(secrets.current, rowId, code))
  return { id, code }
}

/** Uses the code up, or one of its attempts. The caller must commit also when the answer is null, so that the attempt counts. */
export async function redeemCode<P extends Purpose>(
  tx: Tx,
  secrets: Secrets,
  entered: EnteredCode<P>,
): Promise<Token<P> | null> {
  const redeemed = await attemptCode(tx, secrets, entered)
  if (redeemed) await deleteToken(tx, redeemed.id)
  return redeemed
}

/** Same, for a code that stays valid until its caller revokes it: right or wrong, it costs one attempt. */
export async function attemptCode<P extends Purpose>(
  tx: Tx,
  secrets: Secrets,
  { purpose, ids, code }: EnteredCode<P>,
): Promise<Token<P> | null> {
  const { rows } = await sql<Row & { hash: string }>`
    update one_time_tokens set attempts_left = attempts_left - 1
    where id = any(${ids}) and purpose = ${purpose} and attempts_left > 0 and expires_at > clock_timestamp()
    returning id, hash, user_id, value, created_at::text as issued_at`.execute(tx)
  const known = [secrets.current, secrets.previous].filter((secret) => secret !== null)
  const right = rows.find(({ id, hash }) => known.some((secret) => hash === codeHash(secret, id, code)))
  return right ? parse(purpose, right) : null
}

/** The ids of the codes that were sent for a registration, which stays locked. */
export async function listRegistrationCodes(tx: Tx, registrationId: string): Promise<string[]> {
  await lockRegistration(tx, registrationId)
  const { rows } = await sql<{ id: string }>`
    select id from one_time_tokens
    where purpose = 'registration_code' and value ->> 'registration' = ${registrationId}`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function revokeRegistrationCodes(tx: Tx, registrationId: string): Promise<void> {
  await sql`
    delete from one_time_tokens
    where purpose = 'registration_code' and value ->> 'registration' = ${registrationId}`.execute(tx)
}

/**
 * Locks the registration before its codes: one that is confirmed meanwhile is sent no other. Refuses with `registration_expired` where the account was created meanwhile.
 */
export async function lockRegistration(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 as held from one_time_tokens where id = ${id} for no key update`.execute(tx)
  if (rows.length === 0) throw new DomainError('registration_expired')
}

/** Keyed with the server's secret: without it, a stolen table of six-digit codes could be searched. */
function codeHash(secret: string, id: string, code: string): string {
  return createHmac('sha256', secret).update(`${id} ${code}`).digest('base64url')
}
