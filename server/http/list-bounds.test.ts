/** Every list of the contract, in an account that has more: the answer has as many entries as the contract allows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FILES_LISTED } from '../../domain/api/trades/evidence.ts'
import { KEYS_MAX } from '../../domain/accounts/api-keys.ts'
import { MESSAGES_LISTED } from '../../domain/chat/chat.ts'
import { INVITATIONS_LISTED } from '../../domain/api/accounts/teams.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { PASSKEYS_MAX } from '../../domain/accounts/factors.ts'
import { LIMITS, LISTED } from '../../domain/limits.ts'
import { LIVE_OFFERS_MAX, OFFERS_PAGE_MAX } from '../../domain/offers/listing.ts'
import { FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import { LANDING_OFFERS } from '../../domain/offers/listing.ts'
import { METHODS, PAYMENT_METHODS } from '../../domain/payments/methods.ts'
import { MY_OFFERS_PAGE_SIZE } from '../../domain/offers/offers.ts'
import { IDENTITY_KINDS, PROVIDERS } from '../../domain/accounts/sign-in-methods.ts'
import { OUTAGES_LISTED } from '../../domain/outages.ts'
import { RATINGS_PAGE_SIZE } from '../../domain/profiles/ratings.ts'
import { RECEIPT_KEYS_LISTED } from '../../domain/trades/receipts.ts'
import { REHEARSAL_SCENARIOS } from '../../domain/trades/rehearsals.ts'
import { STAFF_PAGE_SIZE, SUSPENSIONS_LISTED } from '../../domain/staff/staff.ts'
import { TEAM_ACTS_PAGE_SIZE } from '../../domain/accounts/teams.ts'
import { HISTORY_POINTS } from '../../domain/offers/rates/sources.ts'
import { PAYMENT_RISKS, TIERS } from '../../domain/accounts/tiers.ts'
import { call, startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { CASES_LISTED, DISPUTE_ROUNDS } from '../../domain/disputes/disputes.ts'
import { LINKED_CASES_LISTED } from '../../domain/disputes/linked-cases.ts'
import { disputedTrade } from '../testing/disputes.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'

type Reader = { caller: Caller; tradeId: string }
type List = { list: string; bound: number; path?: string; reader?: 'admin' | 'arbiter' } & (
  | { fill: (reader: Reader) => Promise<unknown> }
  /** The constraint that refuses one row more, or the vocabulary of which each entry is listed once. */
  | { heldBy: string }
)

/** Of the key whose deliveries are listed. */
const KEY = crypto.randomUUID()
const MOST_FIELDS = Math.max(...Object.values(METHODS).map(({ fields }) => fields.length))

/** Every call that reads a list whose entries are not words of a vocabulary. */
const LISTS: Record<string, List> = {
  findUsers: {
    list: 'users',
    bound: STAFF_PAGE_SIZE,
    path: '/api/staff/users?username=many_',
    reader: 'admin',
    fill: ({ caller }) =>
      copy('users', caller.id, 2 * STAFF_PAGE_SIZE, {
        id: 'gen_random_uuid()',
        username: "'many_' || n",
        email: "n || '@example.net'",
      }),
  },
  getCase: { list: 'statements', bound: 2 * DISPUTE_ROUNDS, heldBy: 'dispute_statements_pkey' },
  getDashboard: {
    list: 'recentTrades',
    bound: LISTED.recent_trades,
    fill: ({ tradeId }) => copyTrade(tradeId, LISTED.recent_trades),
  },
  getDispute: { list: 'statements', bound: 2 * DISPUTE_ROUNDS, heldBy: 'dispute_statements_pkey' },
  getFactors: { list: 'passkeys', bound: PASSKEYS_MAX, heldBy: 'passkeys_ten' },
  getLimits: { list: 'limits', bound: PAYMENT_RISKS.length, heldBy: 'the risks of payment methods' },
  getMarket: { list: 'rates', bound: FIAT_CURRENCIES.length, heldBy: 'the currencies' },
  getNotificationSettings: {
    list: 'settings',
    bound: LISTED.notification_settings,
    heldBy: 'the rows of notification_defaults',
  },
  getOffersNow: { list: 'offers', bound: LIVE_OFFERS_MAX, heldBy: 'the form of `shown`' },
  getPaymentAccount: { list: 'details', bound: MOST_FIELDS, heldBy: 'the fields of a method' },
  getRateHistory: { list: 'points', bound: HISTORY_POINTS, heldBy: 'a row for each hour of a week, or day of a month' },
  getReceiptKeys: { list: 'keys', bound: RECEIPT_KEYS_LISTED, heldBy: 'the query of listReceiptKeys' },
  getStaffUser: { list: 'suspensions', bound: SUSPENSIONS_LISTED, heldBy: 'the query of listSuspensions' },
  getTradeAgain: { list: 'offers', bound: LIMITS.active_offers, heldBy: 'offers_active_within_limit' },
  getTrader: { list: 'methods', bound: PAYMENT_METHODS.length, heldBy: 'the payment methods' },
  listActionsAbout: { list: 'entries', bound: STAFF_PAGE_SIZE, heldBy: 'the query of listAuditLog' },
  listApiKeys: { list: 'keys', bound: KEYS_MAX, heldBy: 'api_keys_twenty' },
  listAuditLog: {
    list: 'entries',
    bound: STAFF_PAGE_SIZE,
    path: '/api/staff/audit-log',
    reader: 'admin',
    fill: async ({ caller }) => {
      const stranger = await signUp(testApp.app, 'stranger')
      await caller.post(`/api/staff/users/${stranger.id}/end-sessions`, { reason: 'The laptop was stolen.' })
      const { rows } = await testApp.owner.query('select id from audit_log limit 1')
      await copy('audit_log', rows[0].id, 2 * STAFF_PAGE_SIZE, { id: '1000 + n' })
    },
  },
  listCaseFiles: { list: 'files', bound: FILES_LISTED, heldBy: 'evidence_files_of_party_within_limit' },
  listCaseMessages: { list: 'messages', bound: MESSAGES_LISTED, heldBy: 'the query of listMessages' },
  listCases: {
    list: 'cases',
    bound: CASES_LISTED,
    path: '/api/staff/disputes',
    reader: 'arbiter',
    fill: async () => {
      const { trade } = await disputedTrade(testApp)
      const copies = Array.from({ length: 2 * CASES_LISTED }, () => crypto.randomUUID())
      for (const id of copies) {
        await copy('trades', trade.id, 1, {
          id: `'${id}'`,
          quote_id: 'gen_random_uuid()',
          status: "'cancelled'",
          escrow_address: "'0xAb' || rpad(md5(random()::text), 38, '0')",
        })
        await withoutTriggers(
          `insert into disputes select (jsonb_populate_record(d, '{"trade_id": "${id}"}')).* from disputes d where trade_id = '${trade.id}'`,
        )
      }
    },
  },
  listCaughtMails: {
    list: 'mails',
    bound: LISTED.caught_mails,
    fill: ({ caller }) =>
      withoutTriggers(
        `insert into caught_mails (id, to_address, subject, text, html)
          select gen_random_uuid(), '${caller.email}', 'Subject', 'Text', '<p>'
          from generate_series(1, ${2 * LISTED.caught_mails})`,
      ),
  },
  listCurrencies: { list: 'currencies', bound: FIAT_CURRENCIES.length, heldBy: 'the rows of currencies' },
  listEvents: {
    list: 'events',
    bound: LISTED.events,
    path: '/api/events/since?after=0',
    fill: ({ caller }) => addEvents(caller.id, 2 * LISTED.events),
  },
  listFiles: {
    list: 'files',
    bound: FILES_LISTED,
    fill: ({ caller, tradeId }) =>
      withoutTriggers(
        `insert into evidence_files (id, trade_id, purpose, uploader_role, uploader_id, media_type, bytes, data_key, sealed, sha256)
          select gen_random_uuid(), '${tradeId}', 'payment_proof', 'buyer', '${caller.id}', 'application/pdf', 9,
            decode(repeat('00', 69), 'hex'), decode(repeat('00', 37), 'hex'), sha256(n::text::bytea)
          from generate_series(1, ${2 * FILES_LISTED}) n`,
      ),
  },
  listIdentities: { list: 'identities', bound: IDENTITY_KINDS.length, heldBy: 'identities_one_of_each' },
  listLandingOffers: { list: 'offers', bound: LANDING_OFFERS, heldBy: 'the query of listLandingOffers' },
  listLinkedCases: { list: 'cases', bound: LINKED_CASES_LISTED, heldBy: 'the query of listLinkedCases' },
  listMessages: {
    list: 'messages',
    bound: MESSAGES_LISTED,
    fill: ({ caller, tradeId }) =>
      withoutTriggers(
        `insert into messages (trade_id, seq, kind, sender_role, sender_id, body)
          select '${tradeId}', 100 + n, 'text', 'buyer', '${caller.id}', 'Hello'
          from generate_series(1, ${MESSAGES_LISTED}) n`,
      ),
  },
  listMyOffers: {
    list: 'offers',
    bound: MY_OFFERS_PAGE_SIZE,
    path: '/api/my-offers',
    fill: ({ caller }) => addOffers(caller, MY_OFFERS_PAGE_SIZE + 1),
  },
  listNotifications: {
    list: 'notifications',
    bound: LISTED.notifications,
    fill: async ({ caller }) => {
      await testApp.owner.query(
        "insert into notifications (user_id, event, is_listed) select $1, 'offer_expired', true from generate_series(1, $2)",
        [caller.id, 2 * LISTED.notifications],
      )
    },
  },
  listOfferTemplates: { list: 'templates', bound: LIMITS.offer_templates, heldBy: 'offer_templates_within_limit' },
  listOffers: {
    list: 'offers',
    bound: OFFERS_PAGE_MAX,
    path: `/api/offers?limit=${OFFERS_PAGE_MAX}`,
    fill: async () => {
      for (let n = 0; n <= OFFERS_PAGE_MAX; n += LIMITS.active_offers)
        await addOffers(await signUp(testApp.app, 'maker'), LIMITS.active_offers)
    },
  },
  listOutages: { list: 'outages', bound: OUTAGES_LISTED, heldBy: 'the query of listOutages' },
  listPaymentAccounts: { list: 'accounts', bound: LIMITS.payment_accounts, heldBy: 'payment_accounts_within_limit' },
  listQuickReplies: { list: 'replies', bound: LIMITS.quick_replies, heldBy: 'quick_replies_within_limit' },
  listRatings: {
    list: 'ratings',
    bound: RATINGS_PAGE_SIZE,
    fill: ({ caller, tradeId }) =>
      withoutTriggers(
        `insert into ratings (trade_id, rater_id, rated_id, stars, counts, at, due_at, published_at)
          select gen_random_uuid(), '${caller.id}', '${caller.id}', 5, true, created_at, created_at, created_at
          from trades, generate_series(1, ${2 * RATINGS_PAGE_SIZE}) where id = '${tradeId}'`,
      ),
  },
  listReceivedMessages: {
    list: 'messages',
    bound: STAFF_PAGE_SIZE,
    path: '/api/staff/messages',
    reader: 'admin',
    fill: () =>
      testApp.owner.query(
        `insert into contact_messages (key, name, email, subject, message)
          select 'sixteen characters' || n, 'A visitor', 'a@example.net', 'general', 'Hello'
          from generate_series(1, ${2 * STAFF_PAGE_SIZE}) n`,
      ),
  },
  listRehearsals: { list: 'scenarios', bound: REHEARSAL_SCENARIOS.length, heldBy: 'the scenarios' },
  listRelations: { list: 'relations', bound: LIMITS.relations, heldBy: 'relations_within_limit' },
  listReports: { list: 'reports', bound: STAFF_PAGE_SIZE, heldBy: 'the query of listReports' },
  listReportsAbout: { list: 'reports', bound: STAFF_PAGE_SIZE, heldBy: 'the query of listReportsAbout' },
  listSavedSearches: { list: 'searches', bound: LIMITS.saved_searches, heldBy: 'saved_searches_within_limit' },
  listSessions: {
    list: 'sessions',
    bound: LIMITS.sessions,
    fill: ({ caller }) =>
      withoutTriggers(
        `insert into sessions (user_id, token, expires_at)
          select '${caller.id}', 'token ' || n, clock_timestamp() + interval '1 day'
          from generate_series(1, ${2 * LIMITS.sessions}) n`,
      ),
  },
  listSignInMethods: { list: 'providers', bound: PROVIDERS.length, heldBy: 'the identity providers' },
  listSignIns: {
    list: 'signIns',
    bound: LISTED.sign_ins,
    fill: ({ caller }) =>
      testApp.owner.query(
        `insert into sign_ins (user_id, method, outcome)
          select $1, 'password', 'refused' from generate_series(1, ${2 * LISTED.sign_ins})`,
        [caller.id],
      ),
  },
  listStaffCurrencies: { list: 'currencies', bound: FIAT_CURRENCIES.length, heldBy: 'the rows of currencies' },
  listStaffOffers: { list: 'offers', bound: STAFF_PAGE_SIZE, heldBy: 'the query of listOffersOf' },
  listStaffRates: { list: 'rates', bound: FIAT_CURRENCIES.length, heldBy: 'the rows of reference_rates' },
  listTeamActs: {
    list: 'acts',
    bound: TEAM_ACTS_PAGE_SIZE,
    fill: ({ caller }) =>
      withoutTriggers(
        `insert into team_acts (owner_id, member_id, kind, offer_id)
          select '${caller.id}', gen_random_uuid(), 'offer_paused', gen_random_uuid()
          from generate_series(1, ${2 * TEAM_ACTS_PAGE_SIZE}) n`,
      ),
  },
  listTeamMembers: { list: 'members', bound: LIMITS.team_members, heldBy: 'team_members_within_limit' },
  listTeams: {
    list: 'teams',
    bound: LIMITS.teams_of_member + INVITATIONS_LISTED,
    fill: ({ caller }) =>
      withoutTriggers(
        `insert into users (username) select 'inviting_' || n from generate_series(1, 40) n;
         insert into team_members (owner_id, member_id)
          select id, '${caller.id}' from users where username like 'inviting_%'`,
      ),
  },
  listTiers: { list: 'tiers', bound: TIERS.length, heldBy: 'the rows of tiers' },
  listTraderNotes: { list: 'notes', bound: LIMITS.trader_notes, heldBy: 'trader_notes_within_limit' },
  listTraderOffers: { list: 'offers', bound: LIMITS.active_offers, heldBy: 'offers_active_within_limit' },
  listTrades: { list: 'trades', bound: LISTED.trades, fill: ({ tradeId }) => copyTrade(tradeId, LISTED.trades) },
  listWaitingCases: { list: 'cases', bound: STAFF_PAGE_SIZE, heldBy: 'the query of listWaitingCases' },
  listWaitingTrades: { list: 'trades', bound: LISTED.waiting_trades, heldBy: 'the query of listWaitingTrades' },
  listWebhookDeliveries: {
    list: 'deliveries',
    bound: LISTED.webhook_deliveries,
    path: `/api/keys/${KEY}/webhook/deliveries`,
    fill: ({ caller }) =>
      withoutTriggers(
        `insert into api_keys (id, user_id, nr, name, hash, prefix, scopes)
           values ('${KEY}', '${caller.id}', 20, 'Bot', repeat('h', 43), 'abcdefgh', '{read}');
         insert into webhooks (key_id, user_id, url, sealed) values ('${KEY}', '${caller.id}', 'https://bot.example.org/', '');
         insert into webhook_deliveries (key_id, user_id)
           select '${KEY}', '${caller.id}' from generate_series(1, ${2 * LISTED.webhook_deliveries})`,
      ),
  },
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ demo: true })
})
// The view `violations` is not read: rows are copied that no call makes.
afterAll(() => testApp.close())

test('every call that reads a list is in the table, with the bound of the contract', () => {
  const reading = ENDPOINTS.flatMap(({ name, endpoint: { method, response, isStreamed } }) => {
    if (method !== 'GET' || !response || isStreamed) return []
    const { properties = {} } = z.toJSONSchema(response) as { properties?: Record<string, ListSchema> }
    const lists = Object.entries(properties).filter(
      ([, { type, items }]) => type === 'array' && items?.type === 'object',
    )
    return lists.length > 0 ? [{ name, lists: Object.fromEntries(lists) }] : []
  })
  expect(Object.keys(LISTS)).toEqual(reading.map(({ name }) => name).toSorted())
  for (const { name, lists } of reading) {
    const { list, bound } = LISTS[name]!
    expect([name, lists[list]?.maxItems]).toEqual([name, bound])
  }
})

type ListSchema = { type?: string; maxItems?: number; items?: { type?: string } }

const filled = Object.entries(LISTS).flatMap(([name, list]) => ('fill' in list ? [[name, list] as const] : []))
test.each(filled)(
  '%s answers with a page of a list that is longer',
  async (name, { list, bound, path, reader, fill }) => {
    const { seller, buyer, trade } = await tradingPair(testApp.app)
    await seller.post(`/api/trades/${trade.id}/messages`, { text: 'Hello', clientId: crypto.randomUUID() })
    const caller = reader ? await createStaffUser(testApp, reader) : buyer
    await fill({ caller, tradeId: trade.id })
    const address = path ?? ENDPOINTS.find((each) => each.name === name)!.endpoint.path
    const { status, body } = await caller.get(
      address.replace(':tradeId', trade.id).replace(':username', caller.username),
    )
    expect([status, body[list]?.length]).toEqual([200, bound])
  },
)

test('a page of offers cannot be longer', async () => {
  expect((await call(testApp.app, 'GET', `/api/offers?limit=${OFFERS_PAGE_MAX + 1}`)).status).toBe(400)
})

test.each([
  ['api_keys', 'nr', KEYS_MAX, 'api_keys_twenty'],
  ['passkeys', 'nr', PASSKEYS_MAX, 'passkeys_ten'],
])('the database holds no row of %s beyond the list', async (table, column, max, constraint) => {
  const { rows } = await testApp.owner.query(
    'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
    [constraint],
  )
  expect(rows[0].text).toContain(`(${column} <= ${max})`)
  const { rows: unique } = await testApp.owner.query(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = '${table}_nr_once'`,
  )
  expect(unique[0].text).toBe(`UNIQUE (user_id, ${column})`)
})

test('the database holds one identity of each kind for a user', async () => {
  const { rows } = await testApp.owner.query(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'identities_one_of_each'",
  )
  expect(rows[0].text).toBe('UNIQUE (user_id, provider_id)')
})

async function addOffers(maker: Caller, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { id } = await postOffer(maker)
    if (count > LIMITS.active_offers) await maker.post(`/api/offers/${id}/pause`)
  }
}

async function copyTrade(tradeId: string, count: number): Promise<void> {
  const random = 'gen_random_uuid()'
  // A taker has one open trade on an offer.
  const closed = { id: random, quote_id: random, status: "'cancelled'" }
  await copy('trades', tradeId, count, { ...closed, escrow_address: "'0xAb' || rpad(md5(random()::text), 38, '0')" })
  const copies = `(select t.id as trade_id from trades t join trades of on of.quote_id <> t.quote_id
    and of.buyer_id = t.buyer_id where of.id = '${tradeId}') copied`
  await copyRows(
    'ledger_accounts',
    { trade_id: 'copied.trade_id', id: "nextval(pg_get_serial_sequence('ledger_accounts', 'id'))" },
    `${copies} where t.trade_id = '${tradeId}'`,
  )
  await copyRows('trade_events', { trade_id: 'copied.trade_id' }, `${copies} where t.trade_id = '${tradeId}'`)
}

/** Repeats the latest event of a user. */
async function addEvents(userId: string, count: number): Promise<void> {
  await withoutTriggers(
    `insert into user_events (user_id, seq, kind, data)
      select user_id, seq + n, kind, data from generate_series(1, ${count}) n,
        (select * from user_events where user_id = '${userId}' order by seq desc limit 1) latest`,
    `update user_streams set last_seq = last_seq + ${count} where user_id = '${userId}'`,
  )
}

/** Copies of a row, with some columns of each computed from its number `n`. */
function copy(table: string, id: string, count: number, columns: Record<string, string>): Promise<void> {
  return copyRows(table, columns, `generate_series(1, ${count}) n where t.id = '${id}'`)
}

async function copyRows(table: string, columns: Record<string, string>, others: string): Promise<void> {
  const { rows } = await testApp.owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => columns[name] ?? `t.${name}`)
  await withoutTriggers(
    `insert into ${table} (${names.join()}) overriding system value select ${values.join()} from ${table} t, ${others}`,
  )
}

async function withoutTriggers(...statements: string[]): Promise<void> {
  const client = await testApp.owner.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}
