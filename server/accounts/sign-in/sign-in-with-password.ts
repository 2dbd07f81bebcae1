import type { SignInInput } from '../../../domain/accounts/accounts.ts'
import { EMAIL_PATTERN } from '../../../domain/accounts/accounts.ts'
import { DomainError } from '../../../domain/errors.ts'
import { findCredentials, holdPassword, replaceHash } from '../queries.ts'
import type { AccountServices } from '../services.ts'
import { inTransaction } from '../../db/pool.ts'
import type { Client } from '../sessions/client.ts'
import { recordRefusedSignIn } from '../sessions/sign-in-history.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { AccountSignIn } from './complete-sign-in.ts'

/**
 * Refuses with `credentials_wrong` or `busy`. An unknown email costs one hash and the same statements as a wrong password, so
 * neither answer nor response time reveals which it was.
 */
export async function signInWithPassword(
  { db, passwords }: Pick<AccountServices, 'db' | 'passwords'>,
  input: SignInInput,
  client: Client,
): Promise<AccountSignIn> {
  const { email } = input
  if (!EMAIL_PATTERN.test(email)) throw new DomainError('credentials_wrong')
  const found = await findCredentials(db, email)
  const { isRight, newHash } = await passwords.check({
    hash: found?.hash ?? UNKNOWN_ACCOUNT_HASH,
    password: input.password,
  })
  if (!found?.hash || !isRight) {
    await recordRefusedSignIn(db, email, 'password', client)
    throw new DomainError('credentials_wrong')
  }
  const { userId, hash } = found
  return inTransaction(db, async (tx) => {
    // A password that was changed meanwhile opens nothing.
    const isPresent = newHash === null ? holdPassword(tx, userId, hash) : replaceHash(tx, userId, hash, newHash)
    if (!(await isPresent)) throw new DomainError('credentials_wrong')
    return completeSignIn(tx, { userId, method: 'password', client })
  })
}

/** A hash of random bytes with the cost of all others, compared with when no account is found. */
const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$sBUpEH0JFtGOx6q/F4/CjQ$Rb1l23srWe+Iu9HbelQnEogIvAITP+w+SDqp0joHdIs'
