import { DomainError } from '../../../domain/errors.ts'
import type { AccountServices } from '../services.ts'
import { inTransaction } from '../../db/pool.ts'
import { attemptCode, listRegistrationCodes, revokeRegistrationCodes } from '../one-time-tokens/codes.ts'
import { redeemToken } from '../one-time-tokens/tokens.ts'
import type { Client } from '../sessions/client.ts'
import type { AccountSignIn } from '../sign-in/complete-sign-in.ts'
import { createAccount } from './create-account.ts'
import { getRegistration } from './register.ts'

/**
 * Creates the account of the pending registration and opens its first session: the code shows that the mailbox is the user's.
 * Refuses with `registration_expired`, with `code_wrong`, which uses up one of five attempts, and as `createAccount` does,
 * which leaves the code valid.
 */
export async function confirmRegistration(
  { db, secrets, keyring }: Pick<AccountServices, 'db' | 'secrets' | 'keyring'>,
  token: string | null,
  code: string,
  client: Client,
): Promise<AccountSignIn> {
  const { id, payload } = await getRegistration(db, token)
  const result = await inTransaction(db, async (tx) => {
    const ids = await listRegistrationCodes(tx, id)
    // Null commits, so that the attempt counts.
    if (!(await attemptCode(tx, secrets, { purpose: 'registration_code', ids, code }))) return null
    await revokeRegistrationCodes(tx, id)
    await redeemToken(tx, 'registration', token ?? '')
    return createAccount(tx, keyring, payload, client)
  })
  if (result === null) throw new DomainError('code_wrong', { field: 'code' })
  return result
}
