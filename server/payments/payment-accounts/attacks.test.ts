/** Attacks on payment accounts and payment details by SQL: the constraint or trigger that refuses is asserted by its name. */
import { expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { opening, refusalOf } from '../../testing/attacks/attack.ts'
import type { Attack } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const fixture = useMarketFixture()

const BYTES = "decode(repeat('00', 120), 'hex')"
const OTHER_BYTES = "decode(repeat('11', 120), 'hex')"

/** An account of the stranger, with columns replaced by SQL expressions. */
const account = ({ stranger }: MarketFixture, changes: Record<string, string> = {}) => {
  const fingerprint = "repeat('f', 43)"
  const row = {
    user_id: `'${stranger}'`,
    payment_method: "'d17'",
    sealed: BYTES,
    fingerprint,
    is_default: 'true',
    ...changes,
  }
  return `insert into payment_accounts (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}
const change = (set: string) => (s: MarketFixture) => `update payment_accounts set ${set} where id = '${s.account}'`
const changeOffer = (set: string) => (s: MarketFixture) => `update offers set ${set} where id = '${s.sellOffer}'`
const changeCopy =
  (set: string, status: keyof MarketFixture['trades'] = 'awaiting_payment') =>
  (s: MarketFixture) =>
    `update trade_payment_details set ${set} where trade_id = '${s.trades[status]}'`
const read = (s: MarketFixture, changes: Record<string, string> = {}) => {
  const row = { trade_id: `'${s.trades.awaiting_payment}'`, reader_id: `'${s.buyer}'`, ...changes }
  return `insert into payment_detail_reads (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}
const asServer = 'set local role sarraf_app; set local app.viewer = system;'
const rotating = "set local sarraf.rotates_keys = 'on';"
/** A new trade whose copy differs: the statements of `opening` with a part replaced. */
const openingWith = (from: string, to: string) => async (s: MarketFixture) => {
  const statements = opening(await s.quote())
  if (!statements.includes(from)) throw new Error(`no ${from}`)
  return statements.replace(from, to)
}
const COPY = 'select t.id, t.seller_id, a.id, a.version, a.changed_at, a.sealed'

const ATTACKS: Attack[] = [
  ['an account without sealed details', 'payment_accounts_sealed', (s) => account(s, { sealed: "'{}'::bytea" })],
  ['details in plain text', 'payment_accounts_sealed', (s) => account(s, { sealed: `'{"iban":"DE89"}'::bytea` })],
  ['an unknown method', 'payment_accounts_method', (s) => account(s, { payment_method: "'cash'" })],
  ['two defaults of a method', 'payment_accounts_one_default', (s) => account(s) + account(s)],
  ['an account dated back', 'payment_accounts_now', (s) => account(s, { changed_at: "now() - interval '1 day'" })],
  ['a version below one', 'payment_accounts_version_positive', (s) => account(s, { version: '0' })],
  [
    'one account too many',
    'payment_accounts_within_limit',
    (s) => account(s, { is_default: 'false' }).repeat(LIMITS.payment_accounts + 1),
  ],
  [
    'an account of a deleted user',
    'user_not_deleted',
    (s) =>
      `update users set deleted_at = clock_timestamp(), username = 'deleted_0badf00d', email_verified = false, bio = '',
        location = '' where id = '${s.stranger}'; ${account(s)}`,
  ],
  [
    'an account without a fingerprint',
    'payment_accounts_fingerprint_form',
    (s) => account(s, { fingerprint: "'DE89370400440532013000'" }),
  ],
  [
    'an account that no fingerprint connects',
    'payment_accounts_identified',
    (s) => account(s, { fingerprint: 'null' }),
  ],
  [
    'a meeting place with a fingerprint',
    'payment_accounts_identified',
    (s) => account(s, { payment_method: "'cash_tnd'" }),
  ],
  [
    'another fingerprint of the same details',
    'payment_accounts_version_steps',
    change("fingerprint = repeat('e', 43)"),
  ],
  [
    'another fingerprint in a trade',
    'trade_payment_details_frozen',
    changeCopy("fingerprint = repeat('e', 43)", 'completed'),
  ],
  ['a fingerprint that is erased early', 'trade_payment_details_frozen', changeCopy('fingerprint = null', 'completed')],
  ['other details without another version', 'payment_accounts_version_steps', change(`sealed = ${OTHER_BYTES}`)],
  [
    'other details that look as old as the former',
    'payment_accounts_version_steps',
    change(`sealed = ${OTHER_BYTES}, version = version + 1`),
  ],
  ['another version without other details', 'payment_accounts_version_steps', change('version = version + 1')],
  ['a change that is dated back', 'payment_accounts_now', change("changed_at = changed_at - interval '2 hours'")],
  ['an account given to another user', 'payment_accounts_frozen', (s) => change(`user_id = '${s.stranger}'`)(s)],
  ['an account turned into another method', 'payment_accounts_frozen', change("payment_method = 'revolut'")],
  [
    'the setting of the rotation hides a change of the version',
    'payment_accounts_version_steps',
    (s) => `${rotating} ${change('version = version + 5')(s)}`,
  ],
  [
    'the account of an offer removed',
    'offer_methods_account',
    (s) => `delete from payment_accounts where id = '${s.account}'`,
  ],
  ['an offer to sell without an account', 'offers_sell_names_accounts', changeOffer("payment_account_ids = '{null}'")],
  [
    'an offer to buy with an account',
    'offers_sell_names_accounts',
    (s) => `update offers set payment_account_ids = '{${s.account}}' where id = '${s.buyOffer}'`,
  ],
  [
    'an offer with another user’s account',
    'offer_methods_account',
    (s) =>
      `${account(s, { id: `'${s.stranger}'`, payment_method: "'sepa_instant'" })} ${changeOffer(`payment_account_ids = '{${s.stranger}}'`)(s)}`,
  ],
  [
    'an offer with an account of another method',
    'offer_methods_account',
    (s) =>
      `${account(s, { id: `'${s.stranger}'`, user_id: `'${s.seller}'` })} ${changeOffer(`payment_account_ids = '{${s.stranger}}'`)(s)}`,
  ],
  [
    'another method under the account of the offer',
    'offer_methods_account',
    changeOffer("version = version + 1, payment_methods = '{revolut}'"),
  ],
  [
    'two methods with one account',
    'offers_account_of_each_method',
    changeOffer("version = version + 1, payment_methods = '{sepa_instant,revolut}'"),
  ],
  [
    'two methods with the account of the first',
    'offer_methods_account',
    changeOffer(
      "version = version + 1, payment_methods = '{sepa_instant,revolut}', payment_account_ids = payment_account_ids || payment_account_ids",
    ),
  ],
  [
    'a second method without an account',
    'offers_sell_names_accounts',
    changeOffer(
      "version = version + 1, payment_methods = '{sepa_instant,revolut}', payment_account_ids = payment_account_ids || null::uuid",
    ),
  ],
  [
    'an unknown reference policy',
    'offers_reference_policy',
    changeOffer("version = version + 1, reference_policy = 'later'"),
  ],
  [
    'another reference policy without another version',
    'offers_version_steps',
    changeOffer("reference_policy = 'none'"),
  ],
  ['an amount tail without another version', 'offers_version_steps', changeOffer('amount_tail = true')],
  [
    'a trade with another reference policy',
    'trades_as_offered',
    async (s) => opening(await s.quote(), { reference_policy: "'none'" }),
  ],
  [
    'a trade without payment details',
    'trades_have_payment_details',
    openingWith('join payment_accounts a on', 'join payment_accounts a on false and'),
  ],
  [
    'a copy of another version',
    'trade_payment_details_as_chosen',
    openingWith(COPY, COPY.replace('a.version', 'a.version + 1')),
  ],
  [
    'a copy that looks older',
    'trade_payment_details_as_chosen',
    openingWith(COPY, COPY.replace('a.changed_at', "a.changed_at - interval '1 day'")),
  ],
  [
    'a copy that is erased from the start',
    'trade_payment_details_sealed',
    openingWith(COPY, COPY.replace('a.sealed', "''::bytea")),
  ],
  [
    'a copy for another seller',
    'trade_payment_details_of_seller',
    openingWith(COPY, COPY.replace('t.seller_id', 't.buyer_id')),
  ],
  [
    'a copy for a trade that runs already',
    'trade_payment_details_as_chosen',
    (
      s,
    ) => `insert into trade_payment_details (trade_id, seller_id, account_id, account_version, account_changed_at, sealed)
      select '${s.trades.payment_sent}', '${s.seller}', id, version, changed_at, ${OTHER_BYTES} from payment_accounts where id = '${s.account}'`,
  ],
  ['other details in a trade', 'trade_payment_details_frozen', changeCopy(`sealed = ${OTHER_BYTES}`)],
  [
    'details of an open trade erased',
    'trade_payment_details_frozen',
    changeCopy('sealed = null, erased_at = clock_timestamp()'),
  ],
  [
    'details erased before their time',
    'trade_payment_details_frozen',
    changeCopy('sealed = null, erased_at = clock_timestamp()', 'completed'),
  ],
  ['an erasure without its moment', 'trade_payment_details_frozen', changeCopy('sealed = null', 'completed')],
  ['another age of the account', 'trade_payment_details_frozen', changeCopy("account_changed_at = '2020-01-01'")],
  ['a copy that loses its account', 'trade_payment_details_frozen', changeCopy('account_id = null')],
  [
    'details of a trade deleted',
    'trade_payment_details_append_only',
    (s) => `delete from trade_payment_details where trade_id = '${s.trades.completed}'`,
  ],
  ['all details emptied', 'trade_payment_details_append_only', () => 'truncate trade_payment_details cascade'],
  ['a reading by the seller', 'payment_detail_reads_by_buyer', (s) => read(s, { reader_id: `'${s.seller}'` })],
  ['a reading by a stranger', 'payment_detail_reads_by_buyer', (s) => read(s, { reader_id: `'${s.stranger}'` })],
  ['a reading of yesterday', 'payment_detail_reads_now', (s) => read(s, { at: "now() - interval '1 day'" })],
  [
    'a reading after the end',
    'payment_detail_reads_while_open',
    (s) => read(s, { trade_id: `'${s.trades.completed}'` }),
  ],
  [
    'a reading moved to another moment',
    'payment_detail_reads_append_only',
    (s) => `${read(s)} update payment_detail_reads set at = at - interval '1 hour'`,
  ],
  ['a reading denied', 'payment_detail_reads_append_only', (s) => `${read(s)} delete from payment_detail_reads`],
  ['all readings denied', 'payment_detail_reads_append_only', () => 'truncate payment_detail_reads'],
  ['a tail of a whole unit', 'quotes_tail', quoteWith('1000', '151000')],
  ['a tail between two steps', 'quotes_tail', quoteWith('5', '150000')],
  ['the server changes a copy', '42501', (s) => `${asServer} ${changeCopy(`sealed = ${OTHER_BYTES}`)(s)}`],
  ['the server denies a reading', '42501', (s) => `${read(s)} ${asServer} delete from payment_detail_reads`],
  [
    'the server moves an account to another user',
    '42501',
    (s) => `${asServer} ${change(`user_id = '${s.stranger}'`)(s)}`,
  ],
]

function quoteWith(tail: string, fiat: string) {
  return (s: MarketFixture) => `
    insert into quotes (taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, payment_method, step_milli, anchor, rate_e6,
      percentage_tenths, fiat_milli, usdt_micro, fee_micro, tail_milli, created_at, expires_at)
    select '${s.buyer}', o.id, o.owner_id, o.type, o.version, o.fiat_currency, o.payment_methods[1], 10, 'fiat', 920000, o.percentage_tenths, ${fiat},
      div(${fiat}::numeric * 1000000000000, 920000 * (1000 + o.percentage_tenths)), 
      div(${fiat}::numeric * 1000000000000, 920000 * (1000 + o.percentage_tenths))::bigint / 200, ${tail}, moment, moment + interval '60 seconds'
    from offers o, clock_timestamp() as moment where o.id = '${s.sellOffer}'`
}

test.each(ATTACKS)('%s: %s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})

test('the statements without a forged value are accepted', async () => {
  const { owner } = fixture()
  expect(await refusalOf(owner, `${account(fixture())} rollback`)).toBe('nothing')
  expect(await refusalOf(owner, `${read(fixture())} rollback`)).toBe('nothing')
  const changed = change(`sealed = ${OTHER_BYTES}, version = version + 1, changed_at = clock_timestamp()`)(fixture())
  expect(await refusalOf(owner, `${changed}; rollback`)).toBe('nothing')
  const rewrapped = `${rotating} ${change(`sealed = ${OTHER_BYTES}`)(fixture())}; ${changeCopy(`sealed = ${OTHER_BYTES}`)(fixture())}; rollback`
  expect(await refusalOf(owner, rewrapped)).toBe('nothing')
})
