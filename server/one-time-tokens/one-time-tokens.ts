/** One-time secrets: long ones in links, six digits in codes. The database keeps hashes and ends them in time. */
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

export type Purpose =
  | 'verify_email'
  | 'reset_password'
  | 'confirm_new_email'
  | 'undo_email_change'
  | 'sign_in_code'
  | 'reauthentication_code'
  | 'second_factor_challenge'
  | 'passkey_challenge'
  | 'authorization_request'
  | 'saml_request'
  | 'saml_response'
  | 'id_token_nonce'
  | 'wallet_nonce'
  | 'pending_sign_up'
  | 'registration'
  | 'registration_code'

type Issue = {
  purpose: Purpose
  userId: string | null
  minutes: number
  value?: Record<string, unknown>
  /** Lets the former ones work on. */
  keepsFormer?: boolean
}
export type Redeemed = { userId: string | null; value: Record<string, unknown> }
/** `issuedAt` is an exact text: a Date would round microseconds away. */
type RedeemedToken = Redeemed & { issuedAt: string }

/** A fresh token of 256 random bits. A person has one at a time for each purpose: the former ones open nothing. */
export async function issueToken(tx: Tx, issue: Issue): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await replace(tx, issue, hashOf(token))
  return token
}

/** The same under a name that somebody else has chosen, and whom nobody can guess. */
export async function issueNamedToken(tx: Tx, issue: Issue, name: string): Promise<void> {
  await replace(tx, issue, hashOf(name))
}

/** What the token was issued for. It works once: of two at the same moment one is refused with `link_invalid`. */
export async function redeemToken(tx: Tx, purpose: Purpose, token: string): Promise<RedeemedToken> {
  const { rows } = await sql<RedeemedToken>`
    delete from one_time_tokens
    where purpose = ${purpose} and hash = ${hashOf(token)} and expires_at > clock_timestamp()
    returning user_id, value, created_at::text as issued_at`.execute(tx)
  if (!rows[0]) throw new DomainError('link_invalid')
  return rows[0]
}

/** What a token is for, without using it up; null where it opens nothing. */
export async function readToken(
  db: DbOrTx,
  purpose: Purpose,
  token: string,
): Promise<(Redeemed & { id: string }) | null> {
  const { rows } = await sql<Redeemed & { id: string }>`
    select id, user_id, value from one_time_tokens
    where purpose = ${purpose} and hash = ${hashOf(token)} and expires_at > clock_timestamp()`.execute(db)
  return rows[0] ?? null
}

/** Ends what was issued to the person for these purposes. */
export async function revokeTokens(tx: Tx, userId: string, purposes: readonly Purpose[]): Promise<void> {
  await sql`delete from one_time_tokens where user_id = ${userId} and purpose = any(${[...purposes]})`.execute(tx)
}

/** The code that a registration waits for, which nobody replaces meanwhile; null where there is none. */
export async function findRegistrationCode(tx: Tx, registrationId: string): Promise<string | null> {
  await holdRegistration(tx, registrationId)
  const { rows } = await sql<{ id: string }>`
    select id from one_time_tokens
    where purpose = 'registration_code' and value ->> 'registration' = ${registrationId}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Ends the codes it waited for so far. */
export async function revokeRegistrationCodes(tx: Tx, registrationId: string): Promise<void> {
  await holdRegistration(tx, registrationId)
  await sql`
    delete from one_time_tokens where purpose = 'registration_code' and value ->> 'registration' = ${registrationId}`.execute(
    tx,
  )
}

/**
 * To the end, and before its code: of two who send another at once, the later ends the former's. Refuses with
 * `registration_expired` where its account was made meanwhile.
 */
async function holdRegistration(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 as held from one_time_tokens where id = ${id} for no key update`.execute(tx)
  if (rows.length === 0) throw new DomainError('registration_expired')
}

/** Six digits and the id to show them with. Bound to both, so a code guessed for one person opens nothing of another's. */
export async function issueCode(tx: Tx, key: string, issue: Issue): Promise<{ id: string; code: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = await replace(tx, issue, null, (rowId) => codeHash(key, rowId, code))
  return { id, code }
}

/**
 * Uses a code up, or one of its five tries. The try is counted in a transaction of its own caller's choosing: pass one
 * that commits also when the answer is null.
 */
export async function redeemCode(
  tx: Tx,
  key: string,
  purpose: Purpose,
  id: string,
  code: string,
): Promise<Redeemed | null> {
  const right = await attemptCode(tx, key, purpose, id, code)
  if (right) await sql`delete from one_time_tokens where id = ${id}`.execute(tx)
  return right
}

/** The same for a code that stays until its caller drops it: right or wrong, one of its tries is gone. */
export async function attemptCode(
  tx: Tx,
  key: string,
  purpose: Purpose,
  id: string,
  code: string,
): Promise<Redeemed | null> {
  const { rows } = await sql<Redeemed & { hash: string }>`
    update one_time_tokens set attempts_left = attempts_left - 1
    where id = ${id} and purpose = ${purpose} and attempts_left > 0 and expires_at > clock_timestamp()
    returning hash, user_id, value`.execute(tx)
  return rows[0]?.hash === codeHash(key, id, code) ? rows[0] : null
}

async function replace(
  tx: Tx,
  { purpose, userId, minutes, value = {}, keepsFormer = false }: Issue,
  hash: string | null,
  hashFor: (id: string) => string = () => hash ?? '',
): Promise<string> {
  if (userId !== null && !keepsFormer)
    await sql`delete from one_time_tokens where purpose = ${purpose} and user_id = ${userId}`.execute(tx)
  const id = crypto.randomUUID()
  await sql`
    insert into one_time_tokens (id, purpose, user_id, hash, value, expires_at)
    values (${id}, ${purpose}, ${userId}, ${hashFor(id)}, ${JSON.stringify(value)}::jsonb,
      clock_timestamp() + make_interval(mins => ${minutes}))`.execute(tx)
  return id
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Keyed with the server's secret: a stolen table of six-digit codes could else be tried through. */
function codeHash(key: string, id: string, code: string): string {
  return createHmac('sha256', key).update(`${id} ${code}`).digest('base64url')
}
