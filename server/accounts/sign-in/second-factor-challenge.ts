/** The second factor of a sign-in. The first factor has left a token in the browser's `challenge` cookie. */
import type { PasskeyAnswer, PasskeyRequest } from '../../../domain/api/accounts/factors.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { SecondFactorCode } from '../../../domain/accounts/factors.ts'
import type { SecondFactorMethod } from '../../../domain/accounts/sign-in-methods.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { redeemChallenge } from '../factors/passkey-challenges.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { verifySecondFactorCode } from '../factors/verify-code.ts'
import { createPasskeyRequest, verifyPasskey } from '../factors/verify-passkey.ts'
import { consumeAttempt, deleteToken, findToken } from '../one-time-tokens/tokens.ts'
import type { Token } from '../one-time-tokens/tokens.ts'
import type { Client } from '../sessions/client.ts'
import { openSession } from '../sessions/open-session.ts'
import { listSecondFactors } from '../sessions/second-factors.ts'
import { recordSignIn } from '../sessions/sign-in-history.ts'

type Challenge = Token<'second_factor_challenge'>

/** Who answers: the token of the browser's challenge cookie, and where the request comes from. */
type Answerer = { token: string | null; client: Client }

/**
 * Opens the session and returns its token. Of two concurrent answers the later finds the challenge used. Refuses with
 * `code_wrong`, `totp_attempts_exceeded`, `totp_blocked`, or `sign_in_expired` after ten minutes, five wrong codes or its use.
 */
export async function answerSecondFactorChallenge(
  { db, keyring }: { db: Db; keyring: Keyring },
  { token, client }: Answerer,
  code: SecondFactorCode,
): Promise<string> {
  const challenge = await getChallenge(db, token)
  const opened = await inTransaction(db, async (tx) => {
    await countAttempt(tx, challenge)
    const since = await verifySecondFactorCode(tx, keyring, challenge.userId, code)
    if (since) return complete(tx, challenge, { since, client })
    await recordSignIn(tx, { userId: challenge.userId, method: code.method, outcome: 'refused', client })
    // Null commits, so that the attempt counts.
    return null
  })
  if (opened === null) throw new DomainError('code_wrong', { field: 'code' })
  return opened
}

/** Refuses with `sign_in_expired`. */
export async function startSecondFactorPasskey(
  db: Db,
  party: RelyingParty,
  token: string | null,
): Promise<PasskeyRequest> {
  const { id, userId } = await getChallenge(db, token)
  return createPasskeyRequest(db, party, { use: 'second_factor', by: id }, userId)
}

/** Same, with a passkey. Refuses with `passkey_refused` or `sign_in_expired`; after the former a code can still be entered. */
export async function answerSecondFactorWithPasskey(
  db: Db,
  party: RelyingParty,
  { token, client }: Answerer,
  answer: PasskeyAnswer,
): Promise<string> {
  const secondFactor = await getChallenge(db, token)
  const purpose = { use: 'second_factor' as const, by: secondFactor.id }
  const challenge = await redeemChallenge(db, purpose, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    await countAttempt(tx, secondFactor)
    const { since } = await verifyPasskey(tx, party, { challenge, answer, userId: secondFactor.userId })
    return complete(tx, secondFactor, { since, client })
  })
}

/** The second factors of the pending sign-in, for a page that is opened in the middle of it; null where none is pending. */
export async function findChallengeMethods(db: Db, token: string | null): Promise<SecondFactorMethod[] | null> {
  const challenge = await findToken(db, 'second_factor_challenge', token)
  return challenge && listSecondFactors(db, challenge.userId)
}

async function getChallenge(db: Db, token: string | null): Promise<Challenge> {
  const challenge = await findToken(db, 'second_factor_challenge', token)
  if (!challenge) throw new DomainError('sign_in_expired')
  return challenge
}

async function countAttempt(tx: Tx, { id }: Challenge): Promise<void> {
  if (!(await consumeAttempt(tx, id))) throw new DomainError('sign_in_expired')
}

async function complete(
  tx: Tx,
  { id, userId, payload }: Challenge,
  { since, client }: { since: Date; client: Client },
): Promise<string> {
  await deleteToken(tx, id)
  return openSession(tx, { userId, method: payload.method, secondFactorSince: since, client })
}
