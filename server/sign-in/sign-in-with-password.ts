import type { SignInInput } from '../../domain/accounts.ts'
import { EMAIL_PATTERN } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import { inTransaction } from '../db/pool.ts'
import type { Client, Setup } from '../accounts/accounts.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { SignInResult } from './complete-sign-in.ts'
import { recordRefusedSignIn } from '../sessions/sign-in-history.ts'
import { findCredentials, holdPassword } from '../accounts/queries.ts'

/**
 * The way in with a password. Refuses with `credentials_wrong`. An unknown e-mail costs one hash and the same statements
 * like a wrong password does, so that neither answer nor time tells them apart.
 */
export async function signIn(
  { db, passwords }: Pick<Setup, 'db' | 'passwords'>,
  input: SignInInput,
  client: Client,
): Promise<SignInResult> {
  const email = input.email.toLowerCase()
  if (!EMAIL_PATTERN.test(email)) throw new DomainError('credentials_wrong')
  const found = await findCredentials(db, email)
  const isRight = await passwords.verify({ hash: found?.hash ?? NOBODYS, password: input.password })
  if (!found?.hash || !isRight) {
    await recordRefusedSignIn(db, email, 'password', client)
    throw new DomainError('credentials_wrong')
  }
  const { userId, hash } = found
  return inTransaction(db, async (tx) => {
    // A change of password that came between has ended what was opened with the former one.
    if (!(await holdPassword(tx, userId, hash))) throw new DomainError('credentials_wrong')
    return completeSignIn(tx, { userId, method: 'password', client })
  })
}

/** A hash of random bytes at the cost of all others, for whom no account is found. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$sBUpEH0JFtGOx6q/F4/CjQ$Rb1l23srWe+Iu9HbelQnEogIvAITP+w+SDqp0joHdIs'
