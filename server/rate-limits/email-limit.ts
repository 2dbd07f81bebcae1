import type { Client, Setup } from '../accounts/accounts.ts'
import { networkOf } from './network.ts'

/**
 * Counts one mail about `whom` (what it is for, and the e-mail) that somebody asks for who only typed the address. Refuses with
 * `rate_limited`: by where they come from, so that no network alone keeps others from it, and by the mailbox, so that many
 * together neither flood it nor guess its codes.
 */
export async function consumeEmailLimit(
  { db, limits }: Pick<Setup, 'db' | 'limits'>,
  whom: string,
  { ipAddress }: Pick<Client, 'ipAddress'>,
): Promise<void> {
  const fromHere = `${whom} ${networkOf(ipAddress)}`
  await limits.consume(db, 'emails_per_network', ipAddress)
  await limits.consume(db, 'emails_per_account', fromHere)
  await limits.consume(db, 'emails_per_account_daily', fromHere)
  await limits.consume(db, 'emails_per_mailbox', whom)
}
