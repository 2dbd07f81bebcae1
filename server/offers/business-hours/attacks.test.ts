/** Attacks on business hours with the database owner's rights, and with those of the server: every refusal is a named rule. */
import { describe, expect, test } from 'vitest'
import { opening, refusalOf } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const market = useMarketFixture()

const hours = (user: string, opens: string, closes: string, zone = 'UTC') =>
  `insert into business_hours (user_id, time_zone, opens, closes, is_open, since, changes_at)
   values ('${user}', '${zone}', '{${opens}}', '{${closes}}', true, clock_timestamp(), 'infinity');`
/** Closed for the next hour at least: one hour that begins in two. */
const closed = (user: string) =>
  `insert into business_hours (user_id, time_zone, opens, closes)
   select '${user}', 'UTC', array[minute], array[minute + 60]
   from (select ((extract(epoch from t - date_trunc('week', t))::int / 60 + 120) % 10080) as minute
     from (select clock_timestamp() at time zone 'UTC' as t) now) later;`

const attacks: [string, string, (m: MarketFixture) => string][] = [
  ['without a range', 'business_hours_week', (m) => hours(m.seller, '', '')],
  ['with a beginning that has no end', 'business_hours_week', (m) => hours(m.seller, '60,120', '90')],
  ['with an unknown beginning', 'business_hours_week', (m) => hours(m.seller, 'null', '90')],
  ['that end before they begin', 'business_hours_week', (m) => hours(m.seller, '60', '60')],
  ['of more than a day', 'business_hours_week', (m) => hours(m.seller, '60', '1501')],
  ['before the week', 'business_hours_week', (m) => hours(m.seller, '-1', '60')],
  ['after the week', 'business_hours_week', (m) => hours(m.seller, '10080', '10090')],
  ['in disorder', 'business_hours_week', (m) => hours(m.seller, '120,60', '130,70')],
  ['that overlap', 'business_hours_week', (m) => hours(m.seller, '60,100', '101,120')],
  ['that overlap over the week', 'business_hours_week', (m) => hours(m.seller, '60,9000', '70,10141')],
  ['with three ranges on a day', 'business_hours_week', (m) => hours(m.seller, '60,120,180', '61,121,181')],
  ['in a zone with a long name', 'business_hours_time_zone', (m) => hours(m.seller, '60', '90', '+'.padEnd(65, '0'))],
  [
    'given to another user',
    'business_hours_frozen',
    (m) => `${closed(m.seller)} update business_hours set user_id = '${m.buyer}';`,
  ],
  [
    'that an offer follows, removed',
    'offers_business_hours',
    (m) => `${closed(m.seller)} update offers set hours_only = true where id = '${m.sellOffer}';
      delete from business_hours;`,
  ],
  [
    'that an offer follows without having any',
    'offers_business_hours',
    (m) => `update offers set hours_only = true where id = '${m.sellOffer}';`,
  ],
]

describe('the database refuses hours', () => {
  test.each(attacks)('%s', async (_, refusedBy, statements) => {
    expect(await refusalOf(market().owner, statements(market()))).toBe(refusedBy)
  })
})

test('the database refuses a trade outside of them, though it says that they are open', async () => {
  const m = market()
  const quoteId = await m.quote()
  const setup = `${closed(m.seller)} update offers set hours_only = true where id = '${m.sellOffer}';
    set local session_replication_role = replica;
    update business_hours set is_open = true, changes_at = 'infinity';
    set local session_replication_role = origin;`
  expect(await refusalOf(m.owner, setup + opening(quoteId))).toBe('trades_within_business_hours')
})

test.each([
  'update business_hours set is_open = true',
  "update business_hours set changes_at = 'infinity'",
  'update business_hours set user_id = user_id',
  "insert into business_hours (user_id, time_zone, opens, closes, is_open) select id, 'UTC', '{1}', '{2}', true from users limit 1",
])('the login of the server may not: %s', async (statement) => {
  const client = await market().owner.connect()
  try {
    await client.query('begin; set local role sarraf_app')
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await client.query('rollback')
    client.release()
  }
})
