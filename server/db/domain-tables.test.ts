/** What the database holds and what domain/ says are the same: read from the migrated database itself. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGN_IN_METHODS, USERNAME_MAX, USERNAME_MIN, usernameSkeleton } from '../../domain/accounts.ts'
import { MESSAGE_KINDS, MESSAGE_MAX, SYSTEM_CODES, IMAGE_SIDE_MAX, systemText } from '../../domain/chat.ts'
import { PASSKEYS_MAX, PASSKEY_NAME_MAX, RECOVERY_CODES, TOTP_WRONG_MAX } from '../../domain/factors.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import { CHAIN, CURRENCIES, FIAT_CURRENCIES } from '../../domain/market.ts'
import {
  OFFER_STATUSES,
  OFFER_TYPES,
  OPEN_TRADES_DEFAULT,
  OPEN_TRADES_MAX,
  PAYMENT_WINDOWS,
  PAYMENT_WINDOW_DEFAULT,
  PERCENTAGE_LIMIT_TENTHS,
  TERMS_MAX,
  TERMS_MIN,
} from '../../domain/offers.ts'
import { ANCHORS, FEE_DIVISOR, QUOTE_SECONDS } from '../../domain/quote.ts'
import { REASON_MAX, REASON_MIN, STAFF_ACTS, STAFF_ROLES } from '../../domain/staff.ts'
import {
  ONCE_ONLY,
  OPEN_STATUSES,
  PARTY_ROLES,
  TAKE_BACK_MINUTES_MIN,
  TRADE_RULES,
  TRADE_STATUSES,
} from '../../domain/trades.ts'
import { MAIL_KINDS } from '../mail/kinds.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'

let database: TestDatabase
let owner: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Pool({ connectionString: database.connectionString, max: 1 })
  owner.on('error', () => {})
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('the moves of a trade', async () => {
  const { rows } = await owner.query(
    'select from_status as from, to_status as to, action, actor_role as by from trade_rules',
  )
  expect(new Set(rows.map(asText))).toEqual(
    new Set(TRADE_RULES.map(({ from, to, action, by }) => asText({ from, to, action, by }))),
  )
})

test('currencies, their countries and steps', async () => {
  const { rows } = await owner.query('select code, country, step_milli from currencies')
  const wanted = FIAT_CURRENCIES.map((code) => ({
    code,
    country: CURRENCIES[code].country,
    step_milli: CURRENCIES[code].stepMilli,
  }))
  expect(new Set(rows.map(asText))).toEqual(new Set(wanted.map(asText)))
})

test('payment methods', async () => {
  const { rows } = await owner.query('select fiat_currency, method from payment_methods')
  const wanted = FIAT_CURRENCIES.flatMap((code) =>
    CURRENCIES[code].methods.map((method) => ({ fiat_currency: code, method })),
  )
  expect(new Set(rows.map(asText))).toEqual(new Set(wanted.map(asText)))
})

test.each([
  ['offers_type', OFFER_TYPES],
  ['offers_status', OFFER_STATUSES],
  ['quotes_anchor', ANCHORS],
  ['messages_kind', MESSAGE_KINDS],
  ['messages_sender_role', PARTY_ROLES],
  ['trades_chain', [CHAIN]],
  ['users_language', LANGUAGES],
  ['sign_ins_method', SIGN_IN_METHODS],
  ['roles_role', STAFF_ROLES],
  ['audit_log_role', STAFF_ROLES],
  ['audit_log_act', Object.keys(STAFF_ACTS)],
  ['mails_language', LANGUAGES],
  ['mails_kind', Object.keys(MAIL_KINDS)],
])('%s allows the domain’s words', async (constraint, words) => {
  const text = await definition(constraint)
  expect(wordsIn(text)).toEqual(new Set(words))
})

test.each([
  ['offers_payment_window', [...PAYMENT_WINDOWS]],
  ['offers_percentage_band', [-PERCENTAGE_LIMIT_TENTHS, PERCENTAGE_LIMIT_TENTHS]],
  ['quotes_percentage_band', [-PERCENTAGE_LIMIT_TENTHS, PERCENTAGE_LIMIT_TENTHS]],
  ['offers_terms_length', [TERMS_MIN, TERMS_MAX]],
  ['offers_open_trades_choice', [1, OPEN_TRADES_MAX]],
  ['quotes_fee_half_percent', [Number(FEE_DIVISOR)]],
  ['messages_body', [1, MESSAGE_MAX]],
  ['trade_images_width', [1, IMAGE_SIDE_MAX]],
  ['trade_images_height', [1, IMAGE_SIDE_MAX]],
  ['totps_wrong_five', [TOTP_WRONG_MAX]],
  ['passkeys_ten', [1, PASSKEYS_MAX]],
  ['passkeys_name', [1, PASSKEY_NAME_MAX]],
  ['recovery_codes_ten', [1, RECOVERY_CODES]],
  ['audit_log_reason', [REASON_MIN, REASON_MAX]],
])('%s has the domain’s numbers', async (constraint, numbers) => {
  expect([...(await definition(constraint)).matchAll(/-?\d+/g)].map(Number)).toEqual(numbers)
})

test('what a person may leave out', async () => {
  const { rows } = await owner.query(
    "select column_name as name, column_default as value from information_schema.columns where table_name = 'offers' and column_name in ('payment_window_minutes', 'max_open_trades') order by 1",
  )
  expect(rows.map(({ value }) => Number(value))).toEqual([OPEN_TRADES_DEFAULT, PAYMENT_WINDOW_DEFAULT])
})

test('usernames, the life of a quote, the least time after a take-back', async () => {
  expect(await definition('users_username_form')).toContain(`{${USERNAME_MIN},${USERNAME_MAX}}$`)
  expect(await definition('quotes_short_lived')).toContain(`00:01:0${QUOTE_SECONDS - 59}`)
  expect(await definition('trade_events_deadline')).toContain(`00:0${TAKE_BACK_MINUTES_MIN}:00`)
})

test('moves made once, and statuses that are open', async () => {
  const { rows } = await owner.query(
    "select indexname as name, indexdef as text from pg_indexes where indexname in ('trade_events_once_only', 'trades_by_offer') order by 1",
  )
  const [once, open] = rows.map(({ text }) => wordsIn(text))
  expect(once).toEqual(new Set(Object.keys(ONCE_ONLY)))
  expect(open).toEqual(new Set(OPEN_STATUSES))
  for (const status of OPEN_STATUSES) expect(TRADE_STATUSES).toContain(status)
})

test('what the house says once in a trade', async () => {
  const { rows } = await owner.query(
    "select indexdef as text from pg_indexes where indexname = 'messages_said_once_by_house'",
  )
  for (const word of wordsIn(rows[0].text)) expect(SYSTEM_CODES).toContain(word)
  expect([...systemText('instructions', 'x'.repeat(TERMS_MAX))].length).toBeLessThan(MESSAGE_MAX)
})

test('which usernames look alike', async () => {
  const names = [
    'Amina_1',
    'AM1NA_I',
    'rnarK',
    'vvael',
    'n_o_u_r',
    '0mar',
    'r_n',
    'v_v_v',
    'VvVvV',
    'rnrnm',
    '1lIi0oO',
    'rrnn',
    'vvvw',
  ]
  const { rows } = await owner.query(
    `insert into users (username, email) select name, gen_random_uuid() || '@example.org' from unnest($1::text[]) as name
     on conflict do nothing returning username, username_skeleton as skeleton`,
    [names],
  )
  expect(rows.length).toBeGreaterThan(8)
  for (const { username, skeleton } of rows)
    expect([username, skeleton]).toEqual([username, usernameSkeleton(username)])
})

function wordsIn(text: string): Set<string | undefined> {
  return new Set([...text.matchAll(/'([a-z_]+)'::text/g)].map(([, word]) => word))
}

async function definition(constraint: string): Promise<string> {
  const { rows } = await owner.query('select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1', [
    constraint,
  ])
  return rows[0].text
}

function asText(row: object): string {
  return Object.entries(row)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(String)
    .join(' ')
}
