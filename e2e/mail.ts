/** Queues an email as the product does: a row of the outbox, which the server's worker finds. */
import pg from 'pg'
import type { Mail } from '../server/mail/kinds.ts'
import type { User } from './users.ts'

/** Queues an email of this kind to the user. */
export async function sendMailTo(
  { email }: User,
  { kind, values, language }: Pick<Mail, 'kind' | 'values' | 'language'>,
): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await owner.connect()
  try {
    await owner.query(
      `insert into mails (user_id, to_address, kind, values, language) select user_id, email, $2, $3, $4 from accounts where email = $1`,
      [email, kind, JSON.stringify(values), language],
    )
  } finally {
    await owner.end()
  }
}
