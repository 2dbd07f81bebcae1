import type { SecondFactorCode } from '../../../domain/accounts/factors.ts'
import type { Tx } from '../../db/pool.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { verifyTotp } from './totp.ts'

/** Since when the user has had the factor of this code; null where the code is not theirs. The caller must commit also when it is not, so that the wrong code counts. */
export async function verifySecondFactorCode(
  tx: Tx,
  keyring: Keyring,
  userId: string,
  { method, code }: SecondFactorCode,
): Promise<Date | null> {
  return method === 'totp' ? verifyTotp(tx, keyring, { userId, code }) : redeemRecoveryCode(tx, userId, code)
}
