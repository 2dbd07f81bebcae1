/** What is done in the database where no mailbox is at hand. A connection string or the owner's pool, as the caller has it. */
import pg from 'pg'

type Database = string | pg.Pool

/** The code that the latest registration with this e-mail waits for: from the outbox, or from the catcher. */
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

/** Makes the account one that is older than the code registering ends with: its mailbox was never reached. */
export async function unverify(database: Database, email: string): Promise<void> {
  await query(database, 'update users set email_verified = false where email = $1', email)
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
