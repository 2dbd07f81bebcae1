/** Attacks on offers, quotes and the opening of trades with the database owner's rights. */
import { describe, expect, test } from 'vitest'
import { opening, refusalOf } from '../testing/attacks/attack.ts'
import type { Attack } from '../testing/attacks/attack.ts'
import type { MarketFixture } from '../testing/market-fixture.ts'
import { useMarketFixture } from '../testing/suite.ts'

const fixture = useMarketFixture()

const change = (what: string) => (s: MarketFixture) =>
  `update offers set version = version + 1, ${what} where id = '${s.sellOffer}'`

const offers: Attack[] = [
  ['+10.1%', 'offers_percentage_band', change('percentage_tenths = 101')],
  ['-10.1%', 'offers_percentage_band', change('percentage_tenths = -101')],
  ['a minimum below the smallest trade', 'offers_min_smallest', change('min_milli = 999')],
  ['a maximum not above the minimum', 'offers_max_above_min', change('max_milli = min_milli')],
  ['a maximum without end', 'offers_max_bounded', change('max_milli = 1000000000000')],
  ['nine characters of terms', 'offers_terms_length', change("terms = repeat('x', 9)")],
  ['501 characters of terms', 'offers_terms_length', change("terms = repeat('x', 501)")],
  ['a window of 45 minutes', 'offers_payment_window', change('payment_window_minutes = 45')],
  [
    'too little time to come to a meeting',
    'offers_time_to_meet',
    change(
      "fiat_currency = 'TND', payment_methods = '{d17,cash_tnd}', payment_account_ids = '{null,null}', payment_window_minutes = 60",
    ),
  ],
  ['an unknown status', 'offers_status', change("status = 'hidden'")],
  ['an unknown type', 'offers_type', change("type = 'swap', payment_account_ids = '{null}'")],
  ['dinars over SEPA', 'offer_methods_of_currency', change("fiat_currency = 'TND'")],
  ['no payment method', 'offers_one_to_five_methods', change("payment_methods = '{}', payment_account_ids = '{}'")],
  [
    'six payment methods',
    'offers_one_to_five_methods',
    change(
      "payment_methods = '{revolut,paysera,sepa_instant,sepa_transfer,wise_eur,revolut}', payment_account_ids = '{null,null,null,null,null,null}'",
    ),
  ],
  [
    'methods that count from 0',
    'offers_one_to_five_methods',
    change("payment_methods = '[0:0]={sepa_instant}', payment_account_ids = payment_account_ids"),
  ],
  [
    'one payment method twice',
    'offer_methods_once',
    change(
      'payment_methods = payment_methods || payment_methods, payment_account_ids = payment_account_ids || payment_account_ids',
    ),
  ],
  [
    'a method without a name among others',
    'offers_one_to_five_methods',
    change(
      'payment_methods = array_append(payment_methods, null), payment_account_ids = payment_account_ids || payment_account_ids',
    ),
  ],
  [
    'a method of another currency among others',
    'offer_methods_of_currency',
    (s) =>
      `update offers set version = version + 1, payment_methods = '{sepa_instant,d17}', payment_account_ids = '{null,null}' where id = '${s.buyOffer}'`,
  ],
  [
    'other methods without another version',
    'offers_version_steps',
    (s) =>
      `update offers set payment_methods = '{revolut,sepa_instant}', payment_account_ids = '{null,null}' where id = '${s.buyOffer}'`,
  ],
  [
    'methods in another order without another version',
    'offers_version_steps',
    (s) =>
      `${severalMethods(s)} update offers set payment_methods = '{revolut,sepa_instant}' where id = '${s.buyOffer}'`,
  ],
  [
    'a row of a method that the offer does not name',
    'offer_methods_only_by_triggers',
    (s) =>
      `insert into offer_methods select offer_id, owner_id, fiat_currency, 'revolut', null from offer_methods where offer_id = '${s.buyOffer}'`,
  ],
  ['21 concurrent trades', 'offers_open_trades_choice', change('max_open_trades = 21')],
  ['fewer trades allowed than are open', 'offers_open_trades_within', change('max_open_trades = 1')],
  ['another owner under open trades', 'quotes_offer', (s) => change(`owner_id = '${s.stranger}'`)(s)],
  ['another type under open trades', 'quotes_offer', change("type = 'buy', payment_account_ids = '{null}'")],
  ['a negative inventory', 'offers_inventory_positive', change('inventory_micro = -1')],
  ['less inventory than is reserved', 'offers_not_oversold', change('inventory_micro = 1')],
  [
    'another price without another version',
    'offers_version_steps',
    (s) => `update offers set percentage_tenths = 100 where id = '${s.sellOffer}'`,
  ],
  [
    'other terms without another version',
    'offers_version_steps',
    (s) => `update offers set terms = 'Now pay me in cash.' where id = '${s.sellOffer}'`,
  ],
  [
    'an older version',
    'offers_version_steps',
    (s) => `update offers set version = version - 1 where id = '${s.sellOffer}'`,
  ],
  ['open trades by hand', 'offers_only_by_triggers', change('open_trades = 0')],
  ['a reservation by hand', 'offers_only_by_triggers', change('reserved_micro = 0')],
  ['more trades by hand', 'offers_only_by_triggers', change('trades_opened = 99, trades_completed = 99')],
  ['more volume by hand', 'offers_only_by_triggers', change('volume_micro = 1000000000')],
  ['a later trade by hand', 'offers_only_by_triggers', change('last_trade_at = clock_timestamp()')],
  ['an offer deleted under its trades', 'quotes_offer', (s) => `delete from offers where id = '${s.sellOffer}'`],
  [
    'completed trades by hand',
    'users_only_by_triggers',
    (s) => `update users set completed_trades = 99 where id = '${s.seller}'`,
  ],
  [
    'a better record by hand',
    'users_only_by_triggers',
    (s) => `update users set failed_trades = 0, partners = 40 where id = '${s.buyer}'`,
  ],
  [
    'a new user who claims an old account',
    'users_now',
    () => "insert into users (username, created_at) values ('old_hand', clock_timestamp() - interval '1 year')",
  ],
  [
    'an outcome by hand',
    'trade_outcomes_only_by_triggers',
    (s) => `insert into trade_outcomes
      select id, buyer_id, seller_id, taker_id, null, true, clock_timestamp() from trades where id = '${s.trades.payment_sent}'`,
  ],
  [
    'an outcome changed',
    'trade_outcomes_append_only',
    (s) => `update trade_outcomes set failed_by = null where trade_id = '${s.trades.cancelled}'`,
  ],
  [
    'an outcome removed',
    'trade_outcomes_append_only',
    (s) => `delete from trade_outcomes where trade_id = '${s.trades.cancelled}'`,
  ],
  ['all outcomes removed', 'trade_outcomes_append_only', () => 'truncate trade_outcomes'],
  ['a 21st active offer', 'offers_active_within_limit', (s) => copies(s, 21, 'active')],
  [
    'paused offers activated together',
    'offers_active_within_limit',
    (s) => `${copies(s, 20, 'paused')}; update offers set status = 'active' where owner_id = '${s.stranger}';
      ${copies(s, 1, 'active')}`,
  ],
  ['a 101st offer', 'offers_within_limit', (s) => copies(s, 101, 'paused')],
  [
    'a new user with a past',
    'users_only_by_triggers',
    () => "insert into users (username, completed_trades) values ('veteran', 50)",
  ],
]

/** The offer to buy, with two payment methods. */
function severalMethods({ buyOffer }: MarketFixture): string {
  return `update offers set version = version + 1, payment_methods = '{sepa_instant,revolut}', payment_account_ids = '{null,null}'
    where id = '${buyOffer}';`
}

/** `count` offers of the stranger. */
function copies({ stranger, buyOffer }: MarketFixture, count: number, status: string): string {
  return `insert into offers (owner_id, type, fiat_currency, payment_methods, payment_account_ids, min_milli, max_milli, percentage_tenths, terms, status)
    select '${stranger}', type, fiat_currency, payment_methods, payment_account_ids, min_milli, max_milli, percentage_tenths, terms, '${status}'
    from offers, generate_series(1, ${count}) where id = '${buyOffer}'`
}

/** A quote of the buyer, with columns replaced by SQL expressions. */
const quoted = (forged: Record<string, string>) => (s: MarketFixture) => {
  const row: Record<string, string> = {
    taker_id: `'${s.buyer}'`,
    offer_id: 'o.id',
    offer_owner_id: 'o.owner_id',
    offer_type: 'o.type',
    offer_version: 'o.version',
    fiat_currency: 'o.fiat_currency',
    payment_method: 'o.payment_methods[1]',
    step_milli: '10',
    anchor: "'fiat'",
    rate_e6: '920000',
    percentage_tenths: 'o.percentage_tenths',
    fiat_milli: '150000',
    usdt_micro: '160633968',
    fee_micro: '803169',
    created_at: 'moment',
    expires_at: "moment + interval '60 seconds'",
    ...forged,
  }
  return `insert into quotes (${Object.keys(row).join(', ')}) select ${Object.values(row).join(', ')} from offers o, clock_timestamp() as moment where o.id = '${s.sellOffer}'`
}

const quotes: Attack[] = [
  ['a USDT amount rounded up', 'quotes_amounts_agree', quoted({ usdt_micro: '160633969' })],
  ['a cheaper rate', 'quotes_present_rate', quoted({ rate_e6: '910000' })],
  [
    'fiat a step too low for the USDT typed',
    'quotes_amounts_agree',
    quoted({ anchor: "'usdt'", fiat_milli: '149990' }),
  ],
  [
    'fiat a step too high for the USDT typed',
    'quotes_amounts_agree',
    quoted({ anchor: "'usdt'", fiat_milli: '150010' }),
  ],
  [
    'less than the smallest trade',
    'quotes_fiat_smallest',
    quoted({ fiat_milli: '990', usdt_micro: '1060184', fee_micro: '5300' }),
  ],
  ['a smaller fee', 'quotes_fee_half_percent', quoted({ fee_micro: '803168' })],
  ['a larger fee', 'quotes_fee_half_percent', quoted({ fee_micro: '803170' })],
  ['half a cent', 'quotes_on_step', quoted({ fiat_milli: '150005', usdt_micro: '160639323', fee_micro: '803196' })],
  ['steps of another size', 'quotes_currency_step', quoted({ step_milli: '1' })],
  ['a price that holds for an hour', 'quotes_short_lived', quoted({ expires_at: "moment + interval '1 hour'" })],
  [
    'a price from yesterday',
    'quotes_now',
    quoted({
      created_at: "moment - interval '1 day'",
      expires_at: "moment - interval '1 day' + interval '60 seconds'",
    }),
  ],
  [
    'a price from tomorrow',
    'quotes_now',
    quoted({ created_at: "moment + interval '1 day'", expires_at: "moment + interval '1 day 60 seconds'" }),
  ],
  ['a method that the offer does not take', 'quotes_method_of_offer', quoted({ payment_method: "'revolut'" })],
  ['a method of another currency', 'quotes_method_of_offer', quoted({ payment_method: "'d17'" })],
  ['no method', '23502', quoted({ payment_method: 'null' })],
  [
    'a currency that its method does not have',
    'quotes_method_of_currency',
    quoted({ fiat_currency: "'TND'", rate_e6: '3210000', usdt_micro: '46038396', fee_micro: '230191' }),
  ],
  ['the taker’s own offer', 'quotes_not_own_offer', quoted({ taker_id: 'o.owner_id' })],
  [
    'the taker’s own offer, with a forged owner',
    'quotes_offer',
    (s) => quoted({ taker_id: 'o.owner_id', offer_owner_id: `'${s.stranger}'` })(s),
  ],
  [
    'a percentage out of the band',
    'quotes_percentage_band',
    quoted({ percentage_tenths: '-101', usdt_micro: '181360932', fee_micro: '906804' }),
  ],
  ['an anchor of neither', 'quotes_anchor', quoted({ anchor: "'both'" })],
  [
    'a quote edited',
    'quotes_append_only',
    async (s) => `update quotes set expires_at = expires_at + interval '1 second' where id = '${await s.quote()}'`,
  ],
  [
    'a used quote deleted',
    'trades_as_quoted',
    (s) => `delete from quotes where id = (select quote_id from trades where id = '${s.trades.completed}')`,
  ],
]

/** Three failures of the user TAKER, written past the triggers. */
const FAILURES = `
  set local session_replication_role = replica;
  insert into trade_outcomes (trade_id, buyer_id, seller_id, taker_id, failed_by, counts, at, payment_method)
    select gen_random_uuid(), 'TAKER', gen_random_uuid(), 'TAKER', 'TAKER', false, clock_timestamp(), 'revolut' from generate_series(1, 3);
  set local session_replication_role = origin;`

const opened =
  (forged: Record<string, string> = {}, actor?: string) =>
  async (s: MarketFixture) =>
    opening(await s.quote(), forged, actor)
const afterwards = (what: string) => async (s: MarketFixture) => {
  const quote = await s.quote()
  return `update offers set ${what} where id = '${s.sellOffer}'; ${opening(quote)}`
}

/** A quote that the product would not give, with a fixed id, and the trade it opens. */
const forgedQuote = '5ec0de00-0000-4000-8000-000000000000'
const openedBy =
  (takerOf: (s: MarketFixture) => string, before = '') =>
  (s: MarketFixture) =>
    `${before.replaceAll('TAKER', takerOf(s))} ${quoted({ id: `'${forgedQuote}'`, taker_id: `'${takerOf(s)}'` })(s)}; ${opening(forgedQuote)}`

const openings: Attack[] = [
  ['a second trade of one taker on one offer', 'trades_one_open_of_taker', openedBy(({ buyer }) => buyer)],
  [
    'a fourth open trade of a new taker',
    'trades_open_of_taker_within_limit',
    async (s) => {
      const { rows } = await s.owner.query('select offer_id from trades where id = $1', [s.trades.awaiting_payment])
      const other = (
        await s.owner.query(
          "select id from offers where owner_id = $1 and type = 'sell' and id not in (select offer_id from trades)",
          [s.seller],
        )
      ).rows[0].id
      return openedBy(({ buyer }) => buyer)(s).replaceAll(rows[0].offer_id, other)
    },
  ],
  ['a trade during the pause of its taker', 'trades_taker_not_paused', openedBy(({ taker }) => taker, FAILURES)],
  ['less fiat than quoted', 'trades_as_quoted', opened({ fiat_milli: 'q.fiat_milli - 10' })],
  ['more USDT than quoted', 'trades_as_quoted', opened({ usdt_micro: 'q.usdt_micro + 1' })],
  ['no fee', 'trades_as_quoted', opened({ fee_micro: '0' })],
  ['a better rate', 'trades_as_quoted', opened({ rate_e6: 'q.rate_e6 - 1' })],
  [
    'another user’s quote',
    'trades_as_quoted',
    (s) => opened({ taker_id: `'${s.stranger}'`, buyer_id: `'${s.stranger}'` })(s),
  ],
  ['a longer-lived quote', 'trades_as_quoted', opened({ quote_expires_at: "q.expires_at + interval '1 day'" })],
  [
    'a quote used before',
    'trades_quote_used_once',
    async (s) => {
      const { rows } = await s.owner.query('select quote_id from trades where id = $1', [s.trades.cancelled])
      return opening(rows[0].quote_id)
    },
  ],
  ['a quote that is over', 'trades_quote_alive', opened({ quote_expires_at: "moment - interval '1 second'" })],
  ['sides exchanged', 'trades_roles', opened({ buyer_id: 'q.offer_owner_id', seller_id: 'q.taker_id' })],
  ['a third user as buyer', 'trades_roles', (s) => opened({ buyer_id: `'${s.stranger}'` })(s)],
  ['a trade with oneself', 'trades_roles', opened({ buyer_id: 'q.offer_owner_id' })],
  ['born completed', 'trade_events_allowed', opened({ status: "'completed'" })],
  ['a longer time to pay', 'trade_events_pay_deadline', opened({ pay_deadline: "moment + interval '1 day'" })],
  [
    'another window than the offer’s',
    'trades_as_offered',
    opened({ payment_window_minutes: '360', pay_deadline: "moment + interval '360 minutes'" }),
  ],
  ['other terms than the offer’s', 'trades_as_offered', opened({ terms: "'Send me the USDT first.'" })],
  ['another method than the quote’s', 'trades_as_quoted', opened({ payment_method: "'revolut'" })],
  ['opened by the owner', 'trades_as_offered', opened({}, 'offer_owner_id')],
  ['opened yesterday', 'trades_now', opened({ created_at: "moment - interval '1 day'" })],
  [
    'an offer that takes other methods since',
    'trades_as_offered',
    async (s) => `insert into payment_accounts (id, user_id, payment_method, sealed, fingerprint, is_default)
        select '${s.stranger}', user_id, 'revolut', sealed, repeat('x', 43), true from payment_accounts where id = '${s.account}';
      ${await afterwards(`version = version + 1, payment_methods = '{revolut}', payment_account_ids = '{${s.stranger}}'`)(s)}`,
  ],
  ['an offer paused since', 'trades_as_offered', afterwards("status = 'paused'")],
  ['an offer deleted since', 'trades_as_offered', afterwards('deleted_at = clock_timestamp()')],
  [
    'an offer changed since',
    'trades_as_offered',
    afterwards("version = version + 1, terms = 'Changed since you looked.'"),
  ],
  ['more than is left', 'offers_not_oversold', afterwards('inventory_micro = reserved_micro + 1000')],
  ['more trades than allowed', 'offers_open_trades_within', afterwards('max_open_trades = open_trades')],
  [
    'an address used before',
    'trades_escrow_address_key',
    (s) => opened({ escrow_address: `(select escrow_address from trades where id = '${s.trades.completed}')` })(s),
  ],
  [
    'an address without a checksum, which wallets take',
    'trades_escrow_address_form',
    opened({ escrow_address: "'0x' || substr(md5(q.id::text) || md5('x'), 1, 40)" }),
  ],
  [
    'an address in capitals, which wallets take',
    'trades_escrow_address_form',
    opened({ escrow_address: "'0x' || upper(substr(md5(q.id::text) || md5('x'), 1, 40))" }),
  ],
  ['another chain', 'trades_chain', opened({ chain: "'tron'" })],
]

describe('offers', () => {
  test.each(offers)('%s: %s', check)
})
describe('quotes', () => {
  test.each(quotes)('%s: %s', check)
})
describe('openings', () => {
  test.each(openings)('%s: %s', check)
})

test('the statement without a forged value is accepted', async () => {
  expect(await refusalOf(fixture().owner, opening(await fixture().quote()))).toBe('nothing')
  await fixture().owner.query(
    'insert into trade_chats (trade_id, last_seq) select id, 1 from trades on conflict do nothing',
  )
  await fixture().owner.query(
    "insert into messages (trade_id, seq, kind, body, system_code) select id, 1, 'system', 'opened', 'opened' from trades t where not exists (select from messages where trade_id = t.id)",
  )
})

async function check(_: string, refusedBy: string, statements: Attack[2]) {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
}
