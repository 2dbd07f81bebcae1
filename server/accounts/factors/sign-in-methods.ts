import { DomainError } from '../../../domain/errors.ts'
import type { IdentityKind } from '../../../domain/accounts/sign-in-methods.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** The kinds of identity that can sign in today, each with its issuer; "" where the kind has none. */
export type EnabledSignInMethods = Partial<Record<IdentityKind | 'credential', string>>

/**
 * Keeps the account's last sign-in method: call it after removing one, with the user locked. An emailed code does not count,
 * since a mailbox can be lost, and neither does a method that is switched off. Refuses with `last_sign_in_method`.
 */
export async function assertSignInMethodLeft(tx: Tx, userId: string, enabled: EnabledSignInMethods): Promise<void> {
  if ((await countSignInMethods(tx, userId, enabled)) === 0) throw new DomainError('last_sign_in_method')
}

async function countSignInMethods(tx: Tx, userId: string, enabled: EnabledSignInMethods): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from passkeys where user_id = ${userId})
      + (select count(*) from identities
        where user_id = ${userId}
          and starts_with(account_id, ${JSON.stringify(enabled)}::jsonb ->> provider_id)))::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}
