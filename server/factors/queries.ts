import type { Factors } from '../../domain/api.ts'
import type { SecondFactorMethod } from '../../domain/factors.ts'
import type { Language } from '../../domain/languages.ts'
import { formatUsdt } from '../../domain/money.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

export type { SecondFactorMethod } from '../../domain/factors.ts'

type Ways = { hasTotp: boolean; hasPasskey: boolean; hasRecoveryCode: boolean }

/** What the person can show as a second factor, in the order a page offers it; [] where none is on. */
export async function listSecondFactors(db: DbOrTx, userId: string): Promise<SecondFactorMethod[]> {
  const { rows } = await sql<Ways>`
    select exists (select from totps where user_id = ${userId} and confirmed_at is not null) as has_totp,
      exists (select from passkeys where user_id = ${userId}) as has_passkey,
      exists (select from recovery_codes where user_id = ${userId}) as has_recovery_code`.execute(db)
  const { hasTotp = false, hasPasskey = false, hasRecoveryCode = false } = rows[0] ?? {}
  // Recovery codes stand in for a factor; by themselves they are none.
  if (!hasTotp && !hasPasskey) return []
  const methods: [SecondFactorMethod, boolean][] = [
    ['passkey', hasPasskey],
    ['totp', hasTotp],
    ['recovery_code', hasRecoveryCode],
  ]
  return methods.filter(([, has]) => has).map(([method]) => method)
}

type FactorsRow = {
  hasPassword: boolean
  totpSince: Date | null
  recoveryCodesLeft: number
  confirmAboveMicro: bigint | null
}
type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** A person's factors as they see them: no secret among them. */
export async function getFactors(db: DbOrTx, userId: string): Promise<Factors> {
  const { rows } = await sql<FactorsRow>`
    select t.confirmed_at as totp_since, u.confirm_above_micro,
      exists (select from identities where user_id = u.id and provider_id = 'credential') as has_password,
      (select count(*)::int from recovery_codes where user_id = u.id) as recovery_codes_left
    from users u left join totps t on t.user_id = u.id
    where u.id = ${userId}`.execute(db)
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

/** The person's passkeys as a browser is told of them. */
export async function listCredentials(db: DbOrTx, userId: string): Promise<Credential[]> {
  const { rows } = await sql<Credential>`
    select credential_id as id, transports from passkeys where user_id = ${userId} order by nr`.execute(db)
  return rows
}

/** Where a mail to the person goes, and in which language. */
export async function getRecipient(
  db: DbOrTx,
  userId: string,
): Promise<{ userId: string; to: string; language: Language }> {
  const { rows } = await sql<{ userId: string; to: string; language: Language }>`
    select id as user_id, email as to, language from users where id = ${userId}`.execute(db)
  if (!rows[0]) throw new Error('nobody to write to')
  return rows[0]
}
