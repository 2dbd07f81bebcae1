import type { SecondFactorCode } from '../../domain/api.ts'
import type { Tx } from '../db/pool.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { verifyTotp } from './totp.ts'
import type { SecretBox } from './secret-box.ts'

/** Whether what was typed is the person's. The caller commits also when it is not: wrong codes are counted. */
export async function verifySecondFactorCode(
  tx: Tx,
  secretBox: SecretBox,
  userId: string,
  { method, code }: SecondFactorCode,
): Promise<boolean> {
  return method === 'totp' ? verifyTotp(tx, secretBox, userId, code) : redeemRecoveryCode(tx, userId, code)
}
