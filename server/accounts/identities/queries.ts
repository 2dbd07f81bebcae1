import type { Identity } from '../../../domain/api/accounts/identities.ts'
import type { IdentityKind } from '../../../domain/accounts/sign-in-methods.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** The account the identity is linked to, which it stays until the transaction ends; null where there is none. */
export async function findIdentityOwner(tx: Tx, kind: IdentityKind, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from identities where provider_id = ${kind} and account_id = ${accountId} for share`.execute(tx)
  return rows[0]?.userId ?? null
}

type Row = { id: string; kind: IdentityKind; label: string | null; createdAt: Date }

/** The user's providers and wallet, the first linked first. The password is not among them. */
export async function listIdentities(db: DbOrTx, userId: string): Promise<Identity[]> {
  const { rows } = await sql<Row>`
    select id, provider_id as kind, label, created_at from identities
    where user_id = ${userId} and provider_id <> 'credential' order by created_at, id`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, linkedAt: createdAt.toISOString() }))
}
