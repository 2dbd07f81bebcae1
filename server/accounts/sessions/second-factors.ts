import type { SecondFactorMethod } from '../../../domain/accounts/sign-in-methods.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Factors = { hasTotp: boolean; hasPasskey: boolean; hasRecoveryCode: boolean }

/** The second factors the user can show, in the order a page offers them; [] where none is on. */
export async function listSecondFactors(db: DbOrTx, userId: string): Promise<SecondFactorMethod[]> {
  const { rows } = await sql<Factors>`
    select exists (select from totps where user_id = ${userId} and confirmed_at is not null) as has_totp,
      exists (select from passkeys where user_id = ${userId}) as has_passkey,
      exists (select from recovery_codes where user_id = ${userId}) as has_recovery_code`.execute(db)
  const { hasTotp = false, hasPasskey = false, hasRecoveryCode = false } = rows[0] ?? {}
  // Recovery codes replace a factor; alone they are none.
  if (!hasTotp && !hasPasskey) return []
  const factors: [SecondFactorMethod, boolean][] = [
    ['passkey', hasPasskey],
    ['totp', hasTotp],
    ['recovery_code', hasRecoveryCode],
  ]
  return factors.filter(([, has]) => has).map(([method]) => method)
}
