/** One-time tokens of 256 random bits. The database keeps hashes and ends each token in time. */
import { createHash, randomBytes } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { PURPOSES } from './purposes.ts'
import type { OwnerOf, PayloadOf, Purpose } from './purposes.ts'

export type Issue<P extends Purpose> = {
  purpose: P
  userId: OwnerOf<P>
  minutes: number
  payload: PayloadOf<P>
  /** Leaves the user's former tokens of this purpose valid; otherwise a new one ends them. */
  keepsFormer?: boolean
}

export type Token<P extends Purpose> = {
  id: string
  userId: OwnerOf<P>
  payload: PayloadOf<P>
  /** As exact text: a Date would lose microseconds. */
  issuedAt: string
}

export async function issueToken<P extends Purpose>(tx: Tx, issue: Issue<P>): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await storeToken(tx, issue, () => hashOf(token))
  return token
}

/** Same, for a token that the caller or the client chose (for example the id of a SAML request). It must be unguessable. */
export async function issueNamedToken<P extends Purpose>(tx: Tx, issue: Issue<P>, name: string): Promise<void> {
  await storeToken(tx, issue, () => hashOf(name))
}

/** Uses the token up. Of two concurrent calls one is refused with `link_invalid`. */
export async function redeemToken<P extends Purpose>(tx: Tx, purpose: P, token: string): Promise<Token<P>> {
  const { rows } = await sql<Row>`
    delete from one_time_tokens
    where purpose = ${purpose} and hash = ${hashOf(token)} and expires_at > clock_timestamp()
    returning id, user_id, value, created_at::text as issued_at`.execute(tx)
  if (!rows[0]) throw new DomainError('link_invalid')
  return parse(purpose, rows[0])
}

/** Reads a token without using it up; null where it is unknown, expired, or null itself. */
export async function findToken<P extends Purpose>(
  db: DbOrTx,
  purpose: P,
  token: string | null,
): Promise<Token<P> | null> {
  if (token === null) return null
  const { rows } = await sql<Row>`
    select id, user_id, value, created_at::text as issued_at from one_time_tokens
    where purpose = ${purpose} and hash = ${hashOf(token)} and expires_at > clock_timestamp()`.execute(db)
  return rows[0] ? parse(purpose, rows[0]) : null
}

/** Counts an attempt against the token; false where its five attempts are used or it has expired. */
export async function consumeAttempt(tx: Tx, tokenId: string): Promise<boolean> {
  const { rows } = await sql`
    update one_time_tokens set attempts_left = attempts_left - 1
    where id = ${tokenId} and attempts_left > 0 and expires_at > clock_timestamp() returning 1 as counted`.execute(tx)
  return rows.length > 0
}

export async function deleteToken(tx: Tx, tokenId: string): Promise<void> {
  await sql`delete from one_time_tokens where id = ${tokenId}`.execute(tx)
}

/** Ends the user's tokens of these purposes. */
export async function revokeTokens(tx: Tx, userId: string, purposes: readonly Purpose[]): Promise<void> {
  await sql`delete from one_time_tokens where user_id = ${userId} and purpose = any(${[...purposes]})`.execute(tx)
}

/** Ends the links that undo an email change of the user, for the change with this `since` and all that were started later. */
export async function revokeUndoLinksSince(tx: Tx, userId: string, since: string): Promise<void> {
  await sql`
    delete from one_time_tokens
    where user_id = ${userId} and purpose = 'undo_email_change'
      and (value ->> 'since')::timestamptz >= ${since}::timestamptz`.execute(tx)
}

export async function revokeAllTokens(tx: Tx, userId: string): Promise<void> {
  await sql`delete from one_time_tokens where user_id = ${userId}`.execute(tx)
}

/** Stores a token or code and returns its id. `hashFor` gets the id, so that a code's hash can be bound to it. */
export async function storeToken<P extends Purpose>(
  tx: Tx,
  { purpose, userId, minutes, payload, keepsFormer = false }: Issue<P>,
  hashFor: (id: string) => string,
): Promise<string> {
  if (userId !== null && !keepsFormer)
    await sql`delete from one_time_tokens where purpose = ${purpose} and user_id = ${userId}`.execute(tx)
  const id = crypto.randomUUID()
  await sql`
    insert into one_time_tokens (id, purpose, user_id, hash, value, expires_at)
    values (${id}, ${purpose}, ${userId}, ${hashFor(id)}, ${JSON.stringify(payload)}::jsonb,
      clock_timestamp() + make_interval(mins => ${minutes}))`.execute(tx)
  return id
}

export type Row = { id: string; userId: string | null; value: unknown; issuedAt: string }

/** Throws where a row does not match its purpose: only a fault of this server could have stored it. */
export function parse<P extends Purpose>(purpose: P, { id, userId, value, issuedAt }: Row): Token<P> {
  const schema = PURPOSES[purpose]
  // The compiler cannot relate the schemas of a purpose that it does not know to the purpose's own types.
  return { id, issuedAt, userId: schema.userId.parse(userId), payload: schema.payload.parse(value) } as Token<P>
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
