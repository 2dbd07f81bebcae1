/** Reads and changes account rows where a test has no mailbox. Takes a connection string or the owner's pool. */
import pg from 'pg'

type Database = string | pg.Pool

/** The code of the latest registration with this email, from the outbox or from the demonstration's caught mails. */
export async function registrationCode(database: Database, email: string): Promise<string> {
  const rows = await query<{ code: string | null; text: string | null }>(
    database,
    `select values ->> 'code' as code, text from mails m left join caught_mails using (id)
     where m.to_address = $1 and kind = 'registration_code' order by created_at desc limit 1`,
    email,
  )
  const code = rows[0]?.code ?? /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`no code was sent to ${email}`)
  return code
}

/** Marks the email as unverified, as in an account created before registration required a code. */
export async function unverify(database: Database, email: string): Promise<void> {
  await query(
    database,
    'update users set email_verified = false where id = (select user_id from accounts where email = $1)',
    email,
  )
}

async function query<Row extends pg.QueryResultRow>(database: Database, text: string, value: string): Promise<Row[]> {
  if (typeof database !== 'string') return (await database.query<Row>(text, [value])).rows
  const owner = new pg.Client({ connectionString: database })
  await owner.connect()
  try {
    return (await owner.query<Row>(text, [value])).rows
  } finally {
    await owner.end()
  }
}
