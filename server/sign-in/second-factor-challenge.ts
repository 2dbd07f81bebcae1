/** The second step of signing in. The first has left a token in the browser's `pending` cookie (purpose `second_factor`). */
import type { SecondFactorMethod } from '../../domain/factors.ts'
import type { PasskeyAnswer, PasskeyRequest, SecondFactorCode } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { recordSignIn } from '../sessions/sign-in-history.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SignInMethod } from '../sessions/open-session.ts'
import { readToken } from '../one-time-tokens/one-time-tokens.ts'
import { redeemChallenge } from '../factors/passkey-challenges.ts'
import { listSecondFactors } from '../factors/queries.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { verifySecondFactorCode } from '../factors/verify-code.ts'
import { createPasskeyRequest, verifyPasskey } from '../factors/verify-passkey.ts'
import type { SecretBox } from '../factors/secret-box.ts'

type Pending = { id: string; userId: string; method: SignInMethod }

/**
 * Opens the session and returns its token. Of two calls with one pending sign-in the later finds it over. Refuses with
 * `code_wrong`, `totp_attempts_exceeded`, or `sign_in_expired` after ten minutes, five wrong codes or its use.
 */
export async function answerSecondFactorChallenge(
  db: Db,
  secretBox: SecretBox,
  token: string | null,
  shown: SecondFactorCode,
  client: Client,
): Promise<string> {
  const pending = await requirePending(db, token)
  const opened = await inTransaction(db, async (tx) => {
    await consumeAttempt(tx, pending.id)
    if (await verifySecondFactorCode(tx, secretBox, pending.userId, shown)) return finish(tx, pending, client)
    await recordSignIn(tx, { userId: pending.userId, method: shown.method, outcome: 'refused', client })
    // Null commits: the try stays counted.
    return null
  })
  if (opened === null) throw new DomainError('code_wrong', { field: 'code' })
  return opened
}

/** What the browser asks its passkeys for. Refuses with `sign_in_expired`. */
export async function startSecondFactorPasskey(
  db: Db,
  party: RelyingParty,
  token: string | null,
): Promise<PasskeyRequest> {
  const { id, userId } = await requirePending(db, token)
  return createPasskeyRequest(db, party, { use: 'second_factor', by: id }, userId)
}

/** The same with a passkey. Refuses with `passkey_refused` or `sign_in_expired`; both can be tried again with a code. */
export async function answerSecondFactorWithPasskey(
  db: Db,
  party: RelyingParty,
  token: string | null,
  answer: PasskeyAnswer,
  client: Client,
): Promise<string> {
  const pending = await requirePending(db, token)
  const challenge = await redeemChallenge(db, { use: 'second_factor', by: pending.id }, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    await consumeAttempt(tx, pending.id)
    await verifyPasskey(tx, party, challenge, answer, pending.userId)
    return finish(tx, pending, client)
  })
}

/** The ways a sign-in waits for, for a page that was opened in the middle of it; null where none waits. */
export async function findChallengeMethods(db: Db, token: string | null): Promise<SecondFactorMethod[] | null> {
  const found = token === null ? null : await readToken(db, 'second_factor_challenge', token)
  return found?.userId ? listSecondFactors(db, found.userId) : null
}

async function requirePending(db: Db, token: string | null): Promise<Pending> {
  const found = token === null ? null : await readToken(db, 'second_factor_challenge', token)
  if (!found?.userId) throw new DomainError('sign_in_expired')
  return { id: found.id, userId: found.userId, method: found.value.method as SignInMethod }
}

async function consumeAttempt(tx: Tx, pendingId: string): Promise<void> {
  const { rows } = await sql`
    update one_time_tokens set attempts_left = attempts_left - 1
    where id = ${pendingId} and attempts_left > 0 and expires_at > clock_timestamp() returning 1 as taken`.execute(tx)
  if (rows.length === 0) throw new DomainError('sign_in_expired')
}

async function finish(tx: Tx, { id, userId, method }: Pending, client: Client): Promise<string> {
  await sql`delete from one_time_tokens where id = ${id}`.execute(tx)
  return openSession(tx, { userId, method, hasSecondFactor: true, client })
}
