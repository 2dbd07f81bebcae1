import type { Identity } from '../../domain/api.ts'
import type { IdentityKind } from '../../domain/identities.ts'
import type { EnabledSignInMethods } from '../factors/sign-in-methods.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Whose it is; the link stays to the end of the transaction. Null where it is linked to nobody. */
export async function findOwner(tx: Tx, kind: IdentityKind, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from identities where provider_id = ${kind} and account_id = ${accountId} for share`.execute(tx)
  return rows[0]?.userId ?? null
}

type Row = { id: string; kind: IdentityKind; label: string | null; createdAt: Date }

/** The person's services and wallet, the first linked first. The password is none of them. */
export async function listIdentities(db: DbOrTx, userId: string): Promise<Identity[]> {
  const { rows } = await sql<Row>`
    select id, provider_id as kind, label, created_at from identities
    where user_id = ${userId} and provider_id <> 'credential' order by created_at, id`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, linkedAt: createdAt.toISOString() }))
}

/** How many ways in the person has that need no mailbox: passkeys, and of password, services and wallet those that are open. */
export async function countSignInMethods(tx: Tx, userId: string, open: EnabledSignInMethods): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from passkeys where user_id = ${userId})
      + (select count(*) from identities
        where user_id = ${userId} and starts_with(account_id, ${JSON.stringify(open)}::jsonb ->> provider_id)))::int as count`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
