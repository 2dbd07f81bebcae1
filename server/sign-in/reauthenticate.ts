/** Proving anew who one is: the session goes on under another token, and dangerous acts pass for some minutes. */
import type { PasskeyAnswer, PasskeyRequest } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Proof, ProofAsked } from '../../domain/factors.ts'
import type { Viewer } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { renewSession } from '../sessions/rotate-session.ts'
import type { Renewed } from '../sessions/rotate-session.ts'
import { dropSecrets } from '../one-time-tokens/one-time-tokens.ts'
import { redeemChallenge } from '../factors/passkey-challenges.ts'
import { proofAskedOf } from '../sessions/recent-authentication.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { showFactor } from '../factors/verify-code.ts'
import { askPasskey, takePasskey } from '../factors/verify-passkey.ts'
import type { Vault } from '../factors/secret-box.ts'

type Setup = {
  db: Db
  vault: Vault
  accounts: Pick<Accounts, 'isPassword' | 'tryProveCode'>
}

/**
 * Takes both factors, or the first where no second one is on. The second is looked at only beside a right first one, and
 * what was wrong is told of its own field: each has its own bound on tries. Refuses with `password_wrong`, `code_wrong`,
 * `totp_tries_used`, `rate_limited`, and with `proof_needed` where something else is asked for.
 */
export async function prove({ db, vault, accounts }: Setup, viewer: Viewer, proof: Proof): Promise<Renewed> {
  const { first, second } = proof
  const asked = await proofAskedOf(db, viewer.id)
  if (!isAsked(asked, proof)) throw new DomainError('proof_needed', { details: asked })
  if (first.way === 'password' && !(await accounts.isPassword(viewer.id, first.password)))
    throw new DomainError('password_wrong', { field: 'first' })
  const proved = await inTransaction(db, async (tx) => {
    // A field's name commits: the wrong code stays counted.
    if (first.way === 'mailed_code' && !(await accounts.tryProveCode(tx, viewer, first))) return 'first'
    if (second && !(await showFactor(tx, vault, viewer.id, second))) return 'second'
    await dropSecrets(tx, viewer.id, ['prove_code'])
    return renewSession(tx, viewer, { isSecondFactor: second !== undefined })
  })
  if (typeof proved === 'string') throw new DomainError('code_wrong', { field: proved })
  return proved
}

/** What the browser asks its passkeys for. */
export function startProofWithPasskey(db: Db, party: RelyingParty, viewer: Viewer): Promise<PasskeyRequest> {
  return askPasskey(db, party, { use: 'prove', by: viewer.sessionId }, viewer.id)
}

/** The same with a passkey, which is both factors at once. Refuses with `passkey_refused`. */
export async function proveWithPasskey(
  db: Db,
  party: RelyingParty,
  viewer: Viewer,
  answer: PasskeyAnswer,
): Promise<Renewed> {
  const challenge = await redeemChallenge(db, { use: 'prove', by: viewer.sessionId }, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    await takePasskey(tx, party, challenge, answer, viewer.id)
    return renewSession(tx, viewer, { isSecondFactor: true })
  })
}

function isAsked(asked: ProofAsked, { first, second }: Proof): boolean {
  if (first.way !== asked.first) return false
  return second ? asked.second.includes(second.way) : asked.second.length === 0
}
