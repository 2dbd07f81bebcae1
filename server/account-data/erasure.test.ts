/** After a deletion, searches every text column of every table for the user: only documented places may match. */
import { expect, test } from 'vitest'
import { usernameSkeleton } from '../../domain/accounts/usernames.ts'
import { call } from '../testing/app.ts'
import { savePasskey, turnOnTotp } from '../testing/accounts/factors.ts'
import { OFFER, move, openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'
import { readOperator } from '../operator/operator.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp({ operator: { ...readOperator(undefined), supportEmail: 'support@sarraf.example' } })

/** Columns that may still contain data of a deleted user, with the reason and the retention period. */
const KEPT = {
  'mails.to_address': 'the email that confirms the deletion; a day',
  'freed_usernames.skeleton': 'the username that stays reserved; a year',
  'commands.answer': 'answers to calls of the counterparty; 48 hours',
  'trades.terms': 'the terms of a trade; seven years',
  'messages.body': 'the chat of a trade; a year after the trade ended',
  'reports.text': 'what the user reported to staff, under the pseudonym; two years',
  'reports.excerpt': 'what another user reported; two years',
  'user_events.data': 'the chat in the counterparty’s event stream; seven days',
} as const

/** Tables that may contain the user's id, which identifies no person. */
const REFERRING: readonly string[] =
  'users trades trade_outcomes trade_events messages offers offer_methods quotes ledger_accounts user_streams mails trade_payment_details payment_detail_reads payee_answers reports'.split(
    ' ',
  )

const MARK = 'zebrafish'

test('nothing of a deleted user is left except what trades and the reserved username need', async () => {
  const testing = testApp()
  const { app, owner } = testing
  const [amina, karim] = [await signUp(app, `${MARK}n`), await signUp(app, 'karim')]
  const { user } = await turnOnTotp(app, (await savePasskey(testing, amina, `${MARK} phone`)).user)
  await user.post('/api/profile', { bio: `${MARK} bio`, location: `${MARK} town`, language: 'fr' })
  await user.post('/api/profile/username', { username: `x${amina.username}`.slice(0, 20) })
  await user.post('/api/keys', { name: `${MARK} key`, scopes: ['read'], expiresInDays: null })
  await user.post('/api/email', { newEmail: `new.${amina.email}` })
  await user.post('/api/contact', contact(amina.email))
  await call(app, 'POST', '/api/contact', { body: contact(amina.email.toUpperCase()) })
  await call(app, 'POST', '/api/sign-in', {
    body: { email: amina.email, password: 'wrong password' },
    headers: { 'user-agent': `${MARK} browser` },
  })
  await call(app, 'POST', '/api/forgot-password', { body: { email: amina.email } })
  await user.post('/api/offers', { ...OFFER, terms: `${MARK} never traded` })
  const offer = await postOffer(user, { terms: `${MARK} in these terms` })
  const trade = await openTradeBetween(karim, offer.id)
  await user.post(`/api/trades/${trade.id}/messages`, { text: `${MARK} says hello`, clientId: crypto.randomUUID() })
  await user.post('/api/reports', {
    reported: { kind: 'user', username: karim.username },
    reason: 'abuse',
    text: `${MARK}!`,
  })
  await karim.post('/api/reports', { reported: { kind: 'offer', offerId: offer.id }, reason: 'abuse', text: '' })
  await move(karim, trade, 'cancel', 'awaiting_payment')

  const names = [MARK, amina.username, usernameSkeleton(amina.username)]
  const before = await whereFound(names)
  for (const place of [
    'accounts.email',
    'users.bio',
    'contact_messages.email',
    'mails.values',
    'passkeys.name',
    'sign_ins.user_agent',
  ])
    expect(before).toContain(place)
  expect((await user.post('/api/account/delete', { username: `x${amina.username}`.slice(0, 20) })).body).toEqual({
    user: null,
  })
  expect((await whereFound(names)).filter((place) => !Object.hasOwn(KEPT, place))).toEqual([])

  // One email is left: the confirmation of the deletion.
  const { rows } = await owner.query('select kind, to_address, user_id from mails where to_address like $1', [
    `%${MARK}%`,
  ])
  expect(rows).toEqual([{ kind: 'account_deleted', to_address: amina.email, user_id: amina.id }])
  expect((await rowsWithId(amina.id)).filter((table) => !REFERRING.includes(table))).toEqual([])
})

const contact = (email: string) => ({ name: `${MARK} name`, email, subject: 'support', message: `${MARK} asks` })

/** The text, JSON and binary columns that contain one of the words. */
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

/** The tables with this id in any column. */
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
