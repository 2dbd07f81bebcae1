/** Proving anew who one is: the session does not change, but dangerous acts pass for some minutes. */
import type { PasskeyAnswer, PasskeyRequest } from '../../../domain/api.ts'
import { DomainError } from '../../../domain/errors.ts'
import { PROOF_MINUTES } from '../../../domain/factors.ts'
import type { Proof } from '../../../domain/factors.ts'
import type { Viewer } from '../../context.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import type { Accounts } from '../accounts.ts'
import { redeemChallenge } from './challenges.ts'
import { proofWaysOf } from './fresh-proof.ts'
import { waysOf } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { showFactor } from './show-factor.ts'
import { askPasskey, takePasskey } from './take-passkey.ts'
import type { Vault } from './vault.ts'

type Setup = {
  db: Db
  vault: Vault
  accounts: Pick<Accounts, 'isPassword'>
}

/**
 * Returns until when the proof is fresh. Refuses with `password_wrong`, `code_wrong` or `totp_tries_used`, and with
 * `proof_needed` where the password is given although a second factor is on.
 */
export async function prove({ db, vault, accounts }: Setup, viewer: Viewer, { way, code }: Proof): Promise<Date> {
  const ways = proofWaysOf(await waysOf(db, viewer.id))
  if (!ways.includes(way)) throw new DomainError('proof_needed', { details: { ways } })
  if (way === 'password') {
    if (!(await accounts.isPassword(viewer.id, code))) throw new DomainError('password_wrong', { field: 'code' })
    return inTransaction(db, (tx) => noteProof(tx, viewer, false))
  }
  const freshUntil = await inTransaction(db, async (tx) => {
    // Null commits: the wrong code stays counted.
    return (await showFactor(tx, vault, viewer.id, { way, code })) ? noteProof(tx, viewer, true) : null
  })
  if (!freshUntil) throw new DomainError('code_wrong', { field: 'code' })
  return freshUntil
}

/** What the browser asks its passkeys for. */
export function startProofWithPasskey(db: Db, party: RelyingParty, viewer: Viewer): Promise<PasskeyRequest> {
  return askPasskey(db, party, { use: 'prove', by: viewer.sessionId }, viewer.id)
}

/** The same with a passkey. Refuses with `passkey_refused`. */
export async function proveWithPasskey(
  db: Db,
  party: RelyingParty,
  viewer: Viewer,
  answer: PasskeyAnswer,
): Promise<Date> {
  const challenge = await redeemChallenge(db, { use: 'prove', by: viewer.sessionId }, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    await takePasskey(tx, party, challenge, answer, viewer.id)
    return noteProof(tx, viewer, true)
  })
}

async function noteProof(tx: Tx, { id, sessionId }: Viewer, isFactor: boolean): Promise<Date> {
  const { rows } = await sql<{ freshUntil: Date }>`
    update sessions set proved_at = clock_timestamp(), has_second_factor = has_second_factor or ${isFactor}
    where id = ${sessionId} and user_id = ${id}
    returning proved_at + make_interval(mins => ${sql.lit(PROOF_MINUTES)}) as fresh_until`.execute(tx)
  if (!rows[0]) throw new DomainError('signed_out')
  return rows[0].freshUntil
}
