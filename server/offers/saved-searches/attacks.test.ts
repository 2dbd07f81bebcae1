/** Attacks on saved searches with the database owner's rights, and with those of the server: every refusal is a named rule. */
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const market = useMarketFixture()

const search = (user: string, columns = '', values = '') =>
  `insert into saved_searches (user_id${columns && `, ${columns}`}) values ('${user}'${values && `, ${values}`});`

const attacks: [string, string, (m: MarketFixture) => string][] = [
  ['that filters nothing', 'saved_searches_narrowed', (m) => search(m.buyer)],
  ['of an unknown type', 'saved_searches_type', (m) => search(m.buyer, 'type', "'swap'")],
  ['for offers of its user', 'saved_searches_not_own', (m) => search(m.buyer, 'trader_id', `'${m.buyer}'`)],
  [
    'by a method of another currency',
    'search_scopes_method',
    (m) => search(m.buyer, 'fiat_currency, payment_methods', "'TND', '{paypal}'"),
  ],
  [
    'by an unknown method',
    'search_scopes_method_of_currency',
    (m) => search(m.buyer, 'payment_methods, is_paused', "'{barter}', true"),
  ],
  ['by a method twice', 'saved_searches_methods', (m) => search(m.buyer, 'payment_methods', "'{d17,d17}'")],
  ['by methods in another order', 'saved_searches_methods', (m) => search(m.buyer, 'payment_methods', "'{d17,cash}'")],
  ['by no method', 'saved_searches_methods', (m) => search(m.buyer, 'payment_methods', 'array[null]')],
  [
    'whose scope is forged',
    'search_scopes_only_by_triggers',
    (m) => `${search(m.buyer, 'type', "'sell'")} update search_scopes set scope = '*/*/*/*';`,
  ],
  ['with a tiny amount', 'saved_searches_amount', (m) => search(m.buyer, 'amount_milli', '999')],
  [
    'with a percentage that no offer has',
    'saved_searches_percentage',
    (m) => search(m.buyer, 'type, percentage_tenths', "'sell', 101"),
  ],
  [
    'with two limits',
    'saved_searches_one_limit',
    (m) => search(m.buyer, 'type, fiat_currency, percentage_tenths, price_e6', "'sell', 'EUR', 1, 1"),
  ],
  [
    'with a percentage for both types',
    'saved_searches_limit_of_type',
    (m) => search(m.buyer, 'fiat_currency, percentage_tenths', "'EUR', 1"),
  ],
  [
    'with a price of no currency',
    'saved_searches_price_of_currency',
    (m) => search(m.buyer, 'type, price_e6', "'sell', 1"),
  ],
  [
    'a second time',
    'saved_searches_once',
    (m) => search(m.buyer, 'type', "'sell'") + search(m.buyer, 'type', "'sell'"),
  ],
  [
    'dated back',
    'saved_searches_now',
    (m) => search(m.buyer, 'type, created_at', "'sell', clock_timestamp() - interval '1 hour'"),
  ],
  [
    'given to another user',
    'saved_searches_frozen',
    (m) => `${search(m.buyer, 'type', "'sell'")} update saved_searches set user_id = '${m.seller}';`,
  ],
  [
    'of which there are too many',
    'saved_searches_within_limit',
    (m) => `insert into saved_searches (user_id, amount_milli)
      select '${m.buyer}', 1000 * n from generate_series(1, ${LIMITS.saved_searches + 1}) n;`,
  ],
  [
    'whose change of an offer is forged',
    'offer_changes_only_by_triggers',
    (m) => `insert into offer_changes (offer_id) values ('${m.sellOffer}');`,
  ],
]

describe('the database refuses a search', () => {
  test.each(attacks)('%s', async (_, refusedBy, statements) => {
    expect(await refusalOf(market().owner, statements(market()))).toBe(refusedBy)
  })
})

test.each([
  'insert into search_matches (search_id, offer_id, user_id) select gen_random_uuid(), id, owner_id from offers limit 1',
  "update search_matches set at = at - interval '1 day'",
  'insert into offer_changes (offer_id) select id from offers limit 1',
  'update search_scopes set least_advantage = 0',
  'delete from search_scopes',
  'update offer_changes set look_up = 0',
  'delete from offer_changes',
  'update saved_searches set user_id = trader_id',
])('the login of the server may not: %s', async (statement) => {
  const { rows } = await market().owner.query('select count(*)::int as n from offers')
  expect(rows[0].n).toBeGreaterThan(0)
  await expect(asServer(statement)).rejects.toMatchObject({ code: '42501' })
})

async function asServer(statement: string): Promise<void> {
  const client = await market().owner.connect()
  try {
    await client.query('begin; set local role sarraf_app')
    await client.query(statement)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
