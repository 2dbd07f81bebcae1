import type { SecondFactorCode } from '../../domain/factors.ts'
import type { Tx } from '../db/pool.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import type { SecretBox } from './secret-box.ts'
import { verifyTotp } from './totp.ts'

/** Whether the code is the user's. The caller must commit also when it is not, so that the wrong code counts. */
export async function verifySecondFactorCode(
  tx: Tx,
  secretBox: SecretBox,
  userId: string,
  { method, code }: SecondFactorCode,
): Promise<boolean> {
  return method === 'totp' ? verifyTotp(tx, secretBox, { userId, code }) : redeemRecoveryCode(tx, userId, code)
}
