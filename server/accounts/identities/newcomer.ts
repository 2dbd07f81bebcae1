/** Joining with what another service or a wallet has vouched for: no password, but a name, an e-mail and the terms. */
import type { Newcomer } from '../../../domain/api.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { NewcomerInput } from '../../../domain/identities.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import type { Client } from '../accounts.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import type { SignInArrival } from '../finish-sign-in.ts'
import type { Limits } from '../limits.ts'
import { isHeldByUndo } from '../queries.ts'
import { insertUser, refusalOf, tellOwner } from '../register.ts'
import { readToken, redeemToken } from '../secrets.ts'
import { sendVerification } from '../verify-email.ts'
import type { Vouched } from './flow.ts'
import { insertIdentity } from './link-identity.ts'

/** Who waits for a name under this token; null where nobody does. */
export async function findNewcomer(db: Db, token: string | null): Promise<Newcomer | null> {
  const found = token === null ? null : await readToken(db, 'newcomer', token)
  if (!found) return null
  const { kind, claim } = found.value as Vouched
  return { kind, email: claim.email, isEmailVerified: claim.email !== null && claim.isEmailVerified }
}

/**
 * The account and its first session. The e-mail counts as verified only where the service said so of this very address;
 * any other gets a link. Refuses with `sign_in_expired`, `username_taken`, `email_taken` (also where an account with that
 * e-mail is there already: it is never taken over), or `identity_taken` where two join with one identity at once.
 */
export async function registerNewcomer(
  { db, limits }: { db: Db; limits: Limits },
  token: string | null,
  input: NewcomerInput,
  client: Client,
): Promise<SignInArrival> {
  if ((await findNewcomer(db, token)) === null || token === null) throw new DomainError('sign_in_expired')
  await limits.spend(db, 'registrations_of_network', client.ipAddress)
  try {
    return await inTransaction(db, async (tx) => {
      const { kind, claim } = (await redeemToken(tx, 'newcomer', token)).value as Vouched
      const email = input.email.toLowerCase()
      const isVerified = claim.isEmailVerified && email === claim.email
      const userId = await insertUser(tx, { ...input, email, isVerified })
      await insertIdentity(tx, userId, kind, claim)
      if (await isHeldByUndo(tx, email)) throw new DomainError('email_taken', { field: 'email' })
      if (!isVerified) await sendVerification(tx, { userId, email, language: input.language })
      // There is nothing yet that somebody else could take: the first minutes need no other proof.
      return finishSignIn(tx, { userId, method: kind, client, isProof: true })
    })
  } catch (error) {
    const refusal = refusalOf(error)
    // Sent twice at once, the later finds the word used up.
    if (refusal?.code === 'link_invalid') throw new DomainError('sign_in_expired')
    if (refusal?.code === 'email_taken') await tellOwner({ db, limits }, input.email.toLowerCase(), client)
    throw refusal ?? error
  }
}
