/** The second step of signing in. The first has left a token in the browser's `pending` cookie (purpose `second_factor`). */
import type { Way } from '../../domain/factors.ts'
import type { PasskeyAnswer, PasskeyRequest, ShownCode } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { logSignIn } from '../sessions/sign-in-history.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SignInMethod } from '../sessions/open-session.ts'
import { readToken } from '../one-time-tokens/one-time-tokens.ts'
import { redeemChallenge } from '../factors/passkey-challenges.ts'
import { waysOf } from '../factors/queries.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { showFactor } from '../factors/verify-code.ts'
import { askPasskey, takePasskey } from '../factors/verify-passkey.ts'
import type { Vault } from '../factors/secret-box.ts'

type Pending = { id: string; userId: string; method: SignInMethod }

/**
 * Opens the session and returns its token. Of two calls with one pending sign-in the later finds it over. Refuses with
 * `code_wrong`, `totp_tries_used`, or `sign_in_expired` after ten minutes, five wrong codes or its use.
 */
export async function takeSecondStep(
  db: Db,
  vault: Vault,
  token: string | null,
  shown: ShownCode,
  client: Client,
): Promise<string> {
  const pending = await requirePending(db, token)
  const opened = await inTransaction(db, async (tx) => {
    await takeTry(tx, pending.id)
    if (await showFactor(tx, vault, pending.userId, shown)) return finish(tx, pending, client)
    await logSignIn(tx, { userId: pending.userId, method: shown.way, outcome: 'refused', client })
    // Null commits: the try stays counted.
    return null
  })
  if (opened === null) throw new DomainError('code_wrong', { field: 'code' })
  return opened
}

/** What the browser asks its passkeys for. Refuses with `sign_in_expired`. */
export async function startSecondStepWithPasskey(
  db: Db,
  party: RelyingParty,
  token: string | null,
): Promise<PasskeyRequest> {
  const { id, userId } = await requirePending(db, token)
  return askPasskey(db, party, { use: 'second_factor', by: id }, userId)
}

/** The same with a passkey. Refuses with `passkey_refused` or `sign_in_expired`; both can be tried again with a code. */
export async function takeSecondStepWithPasskey(
  db: Db,
  party: RelyingParty,
  token: string | null,
  answer: PasskeyAnswer,
  client: Client,
): Promise<string> {
  const pending = await requirePending(db, token)
  const challenge = await redeemChallenge(db, { use: 'second_factor', by: pending.id }, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    await takeTry(tx, pending.id)
    await takePasskey(tx, party, challenge, answer, pending.userId)
    return finish(tx, pending, client)
  })
}

/** The ways a sign-in waits for, for a page that was opened in the middle of it; null where none waits. */
export async function findPendingWays(db: Db, token: string | null): Promise<Way[] | null> {
  const found = token === null ? null : await readToken(db, 'second_factor', token)
  return found?.userId ? waysOf(db, found.userId) : null
}

async function requirePending(db: Db, token: string | null): Promise<Pending> {
  const found = token === null ? null : await readToken(db, 'second_factor', token)
  if (!found?.userId) throw new DomainError('sign_in_expired')
  return { id: found.id, userId: found.userId, method: found.value.method as SignInMethod }
}

async function takeTry(tx: Tx, pendingId: string): Promise<void> {
  const { rows } = await sql`
    update secrets set tries_left = tries_left - 1
    where id = ${pendingId} and tries_left > 0 and expires_at > clock_timestamp() returning 1 as taken`.execute(tx)
  if (rows.length === 0) throw new DomainError('sign_in_expired')
}

async function finish(tx: Tx, { id, userId, method }: Pending, client: Client): Promise<string> {
  await sql`delete from secrets where id = ${id}`.execute(tx)
  return openSession(tx, { userId, method, hasSecondFactor: true, client })
}
