import type { Factors } from '../../../domain/api/accounts/factors.ts'
import { formatUsdt } from '../../../domain/money.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type FactorsRow = {
  hasPassword: boolean
  totpSince: Date | null
  recoveryCodesLeft: number
  confirmAboveMicro: bigint | null
}
type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** The user's factors as their settings show them, without secrets. */
export async function getFactors(db: DbOrTx, userId: string): Promise<Factors> {
  const { rows } = await sql<FactorsRow>`
    select t.confirmed_at as totp_since, a.confirm_above_micro,
      exists (select from identities where user_id = a.user_id and provider_id = 'credential') as has_password,
      (select count(*)::int from recovery_codes where user_id = a.user_id) as recovery_codes_left
    from accounts a left join totps t on t.user_id = a.user_id
    where a.user_id = ${userId}`.execute(db)
  const passkeys = await sql<PasskeyRow>`
    select id, name, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at, id`.execute(
    db,
  )
  const { hasPassword = false, totpSince = null, recoveryCodesLeft = 0, confirmAboveMicro = null } = rows[0] ?? {}
  return {
    hasPassword,
    totpSince: totpSince?.toISOString() ?? null,
    passkeys: passkeys.rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
    confirmAboveUsdt: confirmAboveMicro === null ? null : formatUsdt(confirmAboveMicro),
  }
}

export type Credential = { id: string; transports: string[] }

/** The user's passkeys in the form that browsers are given. */
export async function listCredentials(db: DbOrTx, userId: string): Promise<Credential[]> {
  const { rows } = await sql<Credential>`
    select credential_id as id, transports from passkeys where user_id = ${userId} order by nr`.execute(db)
  return rows
}
