/** After a deletion every text in every table is looked through for the person: what is left is what is documented. */
import { expect, test } from 'vitest'
import { usernameSkeleton } from '../../domain/accounts.ts'
import { call } from '../testing/app.ts'
import { savePasskey, turnOnTotp } from '../testing/factors.ts'
import { OFFER, move, openTradeBetween, postOffer, signUp } from '../testing/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp({ supportEmail: 'support@sarraf.example' })

/** Where something of a deleted person may still stand, and why. */
const KEPT = {
  'mails.to_address': 'the mail that says so; a day',
  'freed_usernames.skeleton': 'the name nobody else may take; a year',
  'commands.answer': 'what the other side’s calls were answered; 48 hours',
  'trades.terms': 'what was agreed; seven years',
  'messages.body': 'what was said in a trade’s chat; a year after it ended',
  'user_events.data': 'the same in the other side’s stream; seven days',
} as const

/** Tables that may name the id, which says nothing of a person. */
const ANCHORED: readonly string[] =
  'users trades trade_events messages offers quotes ledger_accounts user_streams mails'.split(' ')

const MARK = 'zebrafish'

test('nothing of a person is left but what the trades and the name’s protection need', async () => {
  const testing = testApp()
  const { app, owner } = testing
  const [amina, karim] = [await signUp(app, `${MARK}n`), await signUp(app, 'karim')]
  const { person } = await turnOnTotp(app, (await savePasskey(testing, amina, `${MARK} phone`)).person)
  await person.post('/api/profile', { bio: `${MARK} bio`, location: `${MARK} town`, language: 'fr' })
  await person.post('/api/profile/username', { username: `x${amina.username}`.slice(0, 20) })
  await person.post('/api/keys', { name: `${MARK} key`, scopes: ['read'], expiresInDays: null })
  await person.post('/api/email', { newEmail: `new.${amina.email}` })
  await person.post('/api/contact', contact(amina.email))
  await call(app, 'POST', '/api/contact', { body: contact(amina.email.toUpperCase()) })
  await call(app, 'POST', '/api/sign-in', {
    body: { email: amina.email, password: 'wrong password' },
    headers: { 'user-agent': `${MARK} browser` },
  })
  await call(app, 'POST', '/api/forgot-password', { body: { email: amina.email } })
  await person.post('/api/offers', { ...OFFER, terms: `${MARK} never traded` })
  const offer = await postOffer(person, { terms: `${MARK} in these terms` })
  const trade = await openTradeBetween(karim, offer.id)
  await person.post(`/api/trades/${trade.id}/messages`, { text: `${MARK} says hello`, clientId: crypto.randomUUID() })
  await move(karim, trade, 'cancel', 'awaiting_payment')

  const names = [MARK, amina.username, usernameSkeleton(amina.username)]
  const before = await whereFound(names)
  for (const place of [
    'users.email',
    'users.bio',
    'contact_messages.email',
    'mails.values',
    'passkeys.name',
    'sign_ins.user_agent',
  ])
    expect(before).toContain(place)
  expect((await person.post('/api/account/delete', { username: `x${amina.username}`.slice(0, 20) })).body).toEqual({
    user: null,
  })
  expect((await whereFound(names)).filter((place) => !Object.hasOwn(KEPT, place))).toEqual([])

  // Of the texts that are kept none is of an account: terms, the chat, and the one address.
  const { rows } = await owner.query('select kind, to_address, user_id from mails where to_address like $1', [
    `%${MARK}%`,
  ])
  expect(rows).toEqual([{ kind: 'account_deleted', to_address: amina.email, user_id: amina.id }])
  expect((await rowsWithId(amina.id)).filter((table) => !ANCHORED.includes(table))).toEqual([])
})

const contact = (email: string) => ({ name: `${MARK} name`, email, subject: 'support', message: `${MARK} asks` })

/** Every column of words, and every one of bytes read as such. */
async function whereFound(words: readonly string[]): Promise<string[]> {
  const { owner } = testApp()
  const { rows: columns } = await owner.query<{ table: string; column: string; type: string }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'bytea', 'inet', 'name')
     order by 1, 2`,
  )
  expect(columns.length).toBeGreaterThan(60)
  const found: string[] = []
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`
    const { rows } = await owner.query(
      `select 1 from ${table} where exists (select from unnest($1::text[]) w where strpos(lower(${text}), lower(w)) > 0) limit 1`,
      [words],
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** The tables with a row that names this id, in any column. */
async function rowsWithId(id: string): Promise<string[]> {
  const { owner } = testApp()
  const { rows: tables } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query(`select 1 from ${name} t where strpos(to_jsonb(t)::text, $1) > 0 limit 1`, [id])
    if (rows.length > 0) found.push(name)
  }
  return found
}
