import type { ShownCode } from '../../domain/api.ts'
import type { Tx } from '../db/pool.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { takeTotp } from './totp.ts'
import type { Vault } from './secret-box.ts'

/** Whether what was typed is the person's. The caller commits also when it is not: wrong codes are counted. */
export async function showFactor(tx: Tx, vault: Vault, userId: string, { way, code }: ShownCode): Promise<boolean> {
  return way === 'totp' ? takeTotp(tx, vault, userId, code) : takeRecoveryCode(tx, userId, code)
}
