/** Why an offer cannot be taken: a quote, an estimate and an opening refuse the same, in one order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../domain/errors.ts'
import { call, startTestApp } from '../testing/app.ts'
import type { Reply, TestApp } from '../testing/app.ts'
import { OFFER, askQuote, openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { ageQuote, asOutsider } from '../testing/time-travel.ts'

type Ids = { owner: string; taker: string; offer: string; trade: string }
/** `isOfOffer`: a visitor meets it too. */
type Obstacle = { code: ErrorCode; isOfOffer: boolean; make: (ids: Ids) => string }

const update = (set: string) => (ids: Ids) => `update offers set ${set} where id = '${ids.offer}'`

/** The first is refused before all others. Each is made with the database's own rules off, so that all can hold together. */
const OBSTACLES: readonly Obstacle[] = [
  { code: 'outage', isOfOffer: true, make: () => 'insert into outages (start_id) values (1)' },
  {
    code: 'currency_unavailable',
    isOfOffer: true,
    make: () => `update currencies set switched_off_at = clock_timestamp() where code = '${OFFER.fiatCurrency}'`,
  },
  { code: 'offer_unavailable', isOfOffer: true, make: update("status = 'paused'") },
  { code: 'offer_busy', isOfOffer: true, make: update('max_open_trades = 1, open_trades = 1, new_taker_trades = 1') },
  {
    code: 'arbiter_may_not_trade',
    isOfOffer: false,
    make: ({ taker }) => `insert into staff_members (user_id, role) values ('${taker}', 'arbiter')`,
  },
  {
    code: 'account_suspended',
    isOfOffer: false,
    make: ({ taker }) => `update users set suspended_at = clock_timestamp() where id = '${taker}'`,
  },
  {
    code: 'trade_not_possible',
    isOfOffer: false,
    make: ({ owner, taker }) =>
      `insert into offer_access (viewer_id, owner_id, is_refused) values ('${taker}', '${owner}', true)`,
  },
  { code: 'taker_trades_too_few', isOfOffer: false, make: update('min_completed_trades = 5') },
  {
    code: 'offer_closed',
    isOfOffer: true,
    // One hour that begins in two.
    make: ({ owner, offer }) => `with closed as (
        insert into business_hours (user_id, time_zone, opens, closes, is_open, since, changes_at)
        select '${owner}', 'UTC', array[minute], array[minute + 60], false, clock_timestamp(),
          date_trunc('minute', clock_timestamp()) + interval '2 hours'
        from (select ((extract(epoch from t - date_trunc('week', t))::int / 60 + 120) % 10080) as minute
          from (select clock_timestamp() at time zone 'UTC' as t) now) later)
      update offers set hours_only = true where id = '${offer}'`,
  },
  {
    code: 'own_team',
    isOfOffer: false,
    make: ({ owner, taker }) =>
      `insert into team_members (owner_id, member_id, accepted_at) values ('${owner}', '${taker}', clock_timestamp())`,
  },
  {
    code: 'offer_trade_open',
    isOfOffer: false,
    make: ({ offer, trade }) => `update trades set offer_id = '${offer}' where id = '${trade}'`,
  },
  {
    code: 'new_taker_network_limit',
    isOfOffer: false,
    // Three accounts of the taker's network, each with a copy of the taker's open trade on another offer.
    make: ({ taker, trade }) => `do $$
      declare
        copied constant text := (select string_agg(attname, ', ') from pg_attribute where attrelid = 'trades'::regclass and attnum > 0
          and attgenerated = '' and attname not in ('id', 'quote_id', 'taker_id', 'buyer_id', 'offer_id', 'escrow_address'));
      begin
        insert into user_networks (user_id, hash) select id, repeat('n', 43)
          from (select '${taker}'::uuid as id union select gen_random_uuid() from generate_series(1, 3)) present;
        execute format('insert into trades (id, quote_id, taker_id, buyer_id, offer_id, escrow_address, %1$s)
          select gen_random_uuid(), gen_random_uuid(), n.user_id, n.user_id, gen_random_uuid(), ''0xAb'' || left(md5(n.user_id::text) || md5(''x''), 38), %1$s
          from trades t, user_networks n where t.id = ''${trade}'' and n.hash = repeat(''n'', 43) and n.user_id <> ''${taker}''', copied);
      end $$`,
  },
  {
    code: 'new_taker_offer_busy',
    isOfOffer: false,
    make: update("new_taker_share = 'third', open_trades = 6, new_taker_trades = 6"),
  },
  { code: 'amount_out_of_limits', isOfOffer: true, make: update('min_milli = max_milli - 1000') },
  { code: 'offer_sold_out', isOfOffer: true, make: update('inventory_micro = reserved_micro + 1') },
  {
    code: 'tier_trade_limit',
    isOfOffer: false,
    // The owner has a higher tier than the taker.
    make: () => "update tier_limits set trade_micro = 10000000 where tier = 'starter'",
  },
  {
    code: 'counterparty_limit',
    isOfOffer: true,
    make: ({
      owner,
    }) => `update users set created_at = created_at - interval '40 days', completed_trades = 10, partners = 5
        where id = '${owner}';
      update tier_limits set trade_micro = 10000000 where tier = 'established'`,
  },
  {
    code: 'new_taker_usdt_limit',
    isOfOffer: false,
    make: update("new_taker_share = 'third', inventory_micro = 300000000"),
  },
]

// The obstacles break invariants that other tests end with.
let testApp: TestApp
let asks: Record<'quote' | 'estimate' | 'opening' | 'estimate of a visitor', () => Promise<Reply>>
let owner: Caller
let ids: Ids

beforeAll(async () => {
  testApp = await startTestApp()
  const { app } = testApp
  owner = await signUp(app, 'owner')
  const taker = await signUp(app, 'taker')
  const [offer, other] = [await postOffer(owner), await postOffer(owner)]
  const trade = await openTradeBetween(taker, other.id)
  const quote = await askQuote(taker, offer.id, '150')
  // Valid for the whole test.
  await ageQuote(testApp.owner, quote.id, -3600)
  ids = { owner: owner.id, taker: taker.id, offer: offer.id, trade: trade.id }
  const estimate = `/api/offers/${offer.id}/estimate?amount=150`
  asks = {
    quote: () => taker.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '150' }),
    estimate: () => taker.get(estimate),
    opening: () => taker.post('/api/trades', { quoteId: quote.id }),
    'estimate of a visitor': () => call(app, 'GET', estimate),
  }
})
afterAll(() => testApp.close())

describe('with the obstacle beside all those below it', () => {
  const made: Obstacle[] = []
  test.each([...OBSTACLES].toReversed())('$code', async (obstacle) => {
    await asOutsider(testApp.owner, [obstacle.make(ids)])
    made.unshift(obstacle)
    for (const [name, ask] of Object.entries(asks)) {
      const first = name === 'estimate of a visitor' ? made.find(({ isOfOffer }) => isOfOffer) : obstacle
      expect([name, (await ask()).body.code]).toEqual([name, first?.code])
    }
  })

  test('the owner is told that the offer is their own, before anything else about it', async () => {
    await asOutsider(testApp.owner, [
      'delete from outages',
      `update currencies set switched_off_at = null where code = '${OFFER.fiatCurrency}'`,
    ])
    const body = { offerId: ids.offer, anchor: 'fiat', amount: '150' }
    expect((await owner.post('/api/quotes', body)).body.code).toBe('own_offer')
    expect((await owner.get(`/api/offers/${ids.offer}/estimate?amount=150`)).body.code).toBe('own_offer')
  })
})
