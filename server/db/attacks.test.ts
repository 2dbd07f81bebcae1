/** Attacks on chat, users and the server's role: with the owner's rights, and with the server's. */
import { beforeAll, describe, expect, test } from 'vitest'
import { event, refusalOf, stand } from '../testing/attacks/attack.ts'
import type { Attack } from '../testing/attacks/attack.ts'
import type { MarketFixture } from '../testing/market-fixture.ts'
import { useMarketFixture } from '../testing/suite.ts'

const fixture = useMarketFixture()

beforeAll(async () => {
  const { owner, trades } = fixture()
  await owner.query("insert into trade_images (trade_id, width, height, bytes) values ($1, 1, 1, 'x')", [
    trades.completed,
  ])
})

/** A buyer's next message in the trade awaiting payment, with columns replaced by SQL expressions. */
const said = (forged: (s: MarketFixture) => Record<string, string>) => (s: MarketFixture) => {
  const trade = s.trades.awaiting_payment
  const row: Record<string, string> = {
    trade_id: `'${trade}'`,
    seq: `(select last_seq + 1 from trade_chats where trade_id = '${trade}')`,
    kind: "'text'",
    sender_role: "'buyer'",
    sender_id: `'${s.buyer}'`,
    body: "'hello'",
    system_code: 'null',
    image_id: 'null',
    client_id: 'gen_random_uuid()',
    created_at: 'clock_timestamp()',
    ...forged(s),
  }
  return `insert into messages (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
}
const marked = (change: string) => (s: MarketFixture) =>
  `update trade_chats set ${change} where trade_id = '${s.trades.awaiting_payment}'`
const image = (s: MarketFixture) => `(select id from trade_images where trade_id = '${s.trades.completed}')`

const chat: Attack[] = [
  ['a stranger speaks as the buyer', 'messages_by_buyer', said((s) => ({ sender_id: `'${s.stranger}'` }))],
  ['the buyer speaks as the seller', 'messages_by_seller', said(() => ({ sender_role: "'seller'" }))],
  ['another role', 'messages_sender_role', said(() => ({ sender_role: "'admin'" }))],
  ['an arbiter without the case', 'messages_by_present_arbiter', said(() => ({ sender_role: "'arbiter'" }))],
  ['a user sends a system message', 'messages_system', said(() => ({ kind: "'system'", system_code: "'completed'" }))],
  [
    'a system message without a code',
    'messages_system',
    said(() => ({ kind: "'system'", sender_id: 'null', sender_role: 'null' })),
  ],
  ['a message without a sender', 'messages_system', said(() => ({ sender_id: 'null', sender_role: 'null' }))],
  ['an unknown kind', 'messages_kind', said(() => ({ kind: "'video'" }))],
  ['a blank message', 'messages_body', said(() => ({ body: "E' \\n\\t '" }))],
  ['4,001 characters', 'messages_body', said(() => ({ body: "repeat('x', 4001)" }))],
  ['a picture of another trade', 'messages_image_of_trade', said((s) => ({ kind: "'image'", image_id: image(s) }))],
  ['a picture message without a picture', 'messages_image', said(() => ({ kind: "'image'" }))],
  ['a picture under a text', 'messages_image', said((s) => ({ image_id: image(s) }))],
  ['a number left out', 'messages_chain', said(() => ({ seq: '99' }))],
  ['a number used before', 'messages_pkey', said(() => ({ seq: '1' }))],
  ['reading on beyond the last message', 'trade_chats_read_within', marked('buyer_read_seq = last_seq + 1')],
  [
    'reading nothing any more',
    'trade_chats_read_forward',
    (s) => `${marked('seller_read_seq = last_seq')(s)}; ${marked('seller_read_seq = 0')(s)}`,
  ],
  [
    'a chat that begins as read',
    'trade_chats_only_by_triggers',
    () => 'insert into trade_chats (trade_id, last_seq, buyer_read_seq) values (gen_random_uuid(), 1, 1)',
  ],
  [
    'the buyer marks what the seller reads',
    'trade_chats_read_by_party',
    (s) => `set local role sarraf_app; set local app.viewer = '${s.buyer}'; ${marked('seller_read_seq = last_seq')(s)}`,
  ],
  ['number zero', 'messages_seq_positive', said(() => ({ seq: '0' }))],
  ['said yesterday', 'messages_now', said(() => ({ created_at: "now() - interval '1 day'" }))],
  [
    'sent twice',
    'messages_sent_once',
    (s) => {
      const once = said(() => ({ client_id: "'11111111-1111-4111-8111-111111111111'" }))(s)
      return `${once}; ${once.replace('last_seq + 1', 'last_seq + 2')}`
    },
  ],
  [
    'terms that the offer does not have',
    'messages_terms_of_offer',
    said((s) => ({ kind: "'terms'", sender_role: "'seller'", sender_id: `'${s.seller}'` })),
  ],
  [
    'the terms under the name of the other party',
    'messages_terms_of_offer',
    said((s) => ({ kind: "'terms'", body: `(select terms from trades where id = '${s.trades.awaiting_payment}')` })),
  ],
  [
    'the terms posted twice',
    'messages_terms_once',
    said((s) => ({
      kind: "'terms'",
      sender_role: "'seller'",
      sender_id: `'${s.seller}'`,
      body: `(select terms from trades where id = '${s.trades.awaiting_payment}')`,
    })),
  ],
  [
    'the terms after the opening',
    'messages_terms_of_offer',
    (s) => {
      const terms = { kind: "'terms'", sender_role: "'seller'", sender_id: `'${s.seller}'` }
      const body = `(select terms from trades where id = '${s.trades.awaiting_payment}')`
      const late = said(() => ({ ...terms, body }))(s)
      return late.replaceAll(s.trades.awaiting_payment, s.trades.payment_sent)
    },
  ],
  [
    'an automatic message that the offer does not have',
    'messages_automatic_of_offer',
    said((s) => ({ kind: "'automatic'", sender_role: "'seller'", sender_id: `'${s.seller}'` })),
  ],
  [
    'the opening announced twice',
    'messages_system_once',
    (s) => {
      const again = said(() => ({
        kind: "'system'",
        system_code: "'opened'",
        sender_id: 'null',
        sender_role: 'null',
      }))
      return again(s)
    },
  ],
  [
    'a message edited',
    'messages_append_only',
    (s) => `update messages set body = 'I never said so' where trade_id = '${s.trades.completed}'`,
  ],
  ['a message deleted', 'messages_append_only', (s) => `delete from messages where trade_id = '${s.trades.completed}'`],
  ['all messages deleted', 'messages_append_only', () => 'truncate messages'],
  [
    'a picture exchanged',
    'trade_images_append_only',
    (s) => `update trade_images set bytes = 'y' where trade_id = '${s.trades.completed}'`,
  ],
  [
    'a picture of 0 pixels',
    'trade_images_width',
    (s) => `insert into trade_images (trade_id, width, height, bytes) values ('${s.trades.completed}', 0, 1, 'x')`,
  ],
  [
    'an empty picture',
    'trade_images_size',
    (s) => `insert into trade_images (trade_id, width, height, bytes) values ('${s.trades.completed}', 1, 1, '')`,
  ],
]

const users: Attack[] = [
  ['a name in another script', 'users_username_form', () => "insert into users (username) values ('\u0430mina')"],
  ['a name of 21', 'users_username_form', () => "insert into users (username) values (repeat('a', 21))"],
  ['a look-alike', 'users_username_skeleton_key', () => "insert into users (username) values ('5e11er'), ('5EIIER')"],
  [
    'an email used before',
    'accounts_email_key',
    (s) => `update accounts set email = 'buyer@example.org' where user_id = '${s.stranger}'`,
  ],
  [
    'an email in capitals',
    'accounts_email_lower',
    (s) => `update accounts set email = 'Buyer@example.org' where user_id = '${s.buyer}'`,
  ],
  ['a user without an account', 'users_have_accounts', () => "insert into users (username) values ('another')"],
  [
    'the account of a user removed',
    'users_have_accounts',
    (s) => `delete from accounts where user_id = '${s.stranger}'`,
  ],
  [
    'a second account of a user',
    'accounts_pkey',
    (s) => `insert into accounts (user_id, email) values ('${s.stranger}', 'second@example.org')`,
  ],
  [
    'a name changed twice in a year',
    'users_username_once_a_year',
    (s) => `update users set username = 'first_change' where id = '${s.stranger}';
      update users set username = 'second_change' where id = '${s.stranger}'`,
  ],
  [
    'a user with an account deleted',
    'ledger_accounts_user_id_fkey',
    (s) => `delete from users where id = '${s.stranger}'`,
  ],
  [
    'a password as it is',
    'identities_password_argon2id',
    (s) =>
      `insert into identities (user_id, provider_id, account_id, password) values ('${s.buyer}', 'credential', 'x', 'hunter2')`,
  ],
  [
    'a short key',
    'commands_key_length',
    (s) => `insert into commands (actor_id, key, route, fingerprint) values ('${s.buyer}', 'short', '/', '')`,
  ],
]

const FORBIDDEN = '42501'
const asProgram = (statements: (s: MarketFixture) => string) => (s: MarketFixture) =>
  `set local role sarraf_app; set local app.viewer = system; ${statements(s)}`
const program: [string, (s: MarketFixture) => string][] = [
  ['edits an event', () => "update trade_events set action = 'cancel'"],
  ['deletes an event', () => 'delete from trade_events'],
  ['empties the history', () => 'truncate trade_events cascade'],
  ['edits a transfer', () => 'update transfers set amount_micro = 1'],
  ['deletes a transfer', () => 'delete from transfers'],
  ['edits a balance', () => 'update ledger_accounts set balance_micro = 0'],
  ['deletes a trade', () => 'delete from trades'],
  ['edits a price', () => 'update trades set rate_e6 = 1'],
  ['edits an amount', () => 'update trades set usdt_micro = 1'],
  ['edits a quote', () => "update quotes set expires_at = expires_at + interval '1 day'"],
  ['edits a message', () => "update messages set body = 'x'"],
  ['deletes a message', () => 'delete from messages'],
  ['deletes an offer', () => 'delete from offers'],
  ['gives an offer away', (s) => `update offers set owner_id = '${s.buyer}'`],
  ['counts an offer’s trades', () => 'update offers set open_trades = 0'],
  [
    'writes an outcome',
    (s) =>
      `insert into trade_outcomes values ('${s.trades.payment_sent}', '${s.buyer}', '${s.seller}', '${s.buyer}', null, true, now())`,
  ],
  ['raises a limit', () => 'update limits set value = 1000'],
  ['asks who shares a network', (s) => `select users_share_origin('${s.buyer}', '${s.seller}')`],
  ['counts completed trades', () => 'update users set completed_trades = 99'],
  ['deletes a user', () => 'delete from users'],
  ['deletes an account', () => 'delete from accounts'],
  ['gives an account to another user', () => 'update accounts set user_id = user_id'],
  ['lets a name change again', () => 'update accounts set last_username_change = null'],
  [
    'adds a rule to the machine',
    () => "insert into trade_rules values ('awaiting_payment', 'completed', 'settle', 'system')",
  ],
  ['adds a payment method', () => "insert into payment_methods values ('EUR', 'Cash')"],
  ['moves a picture to another trade', () => 'update trade_images set trade_id = trade_id'],
  ['writes down a migration', () => "insert into migrations (name) values ('9999_mine.sql')"],
  ['makes a table', () => 'create table mine ()'],
  ['drops a trigger', () => 'drop trigger append_only on transfers'],
  ['turns the triggers off', () => 'alter table transfers disable trigger all'],
  ['plays replica', () => 'set local session_replication_role = replica'],
]

describe('chat', () => {
  test.each(chat)('%s: %s', check)
})
describe('users', () => {
  test.each(users)('%s: %s', check)
})

describe('the server’s role', () => {
  test.each(program)('never %s', async (_, statements) => {
    expect(await refusalOf(fixture().owner, asProgram(statements)(fixture()))).toBe(FORBIDDEN)
  })

  test('cannot put a temporary table in the ledger’s place', async () => {
    const { trades, buyer } = fixture()
    const posing = `
      create temp table trades as select * from public.trades;
      create temp table ledger_accounts as select * from public.ledger_accounts;
      create temp table transfers as select * from public.transfers;
      create temp table trade_events as select * from public.trade_events;
      update pg_temp.trades set status = 'cancelled', version = 2 where id = '${trades.awaiting_payment}';
      update pg_temp.ledger_accounts set balance_micro = 0 where trade_id = '${trades.awaiting_payment}';
      insert into pg_temp.transfers (trade_id, leg, amount_micro)
        select trade_id, 'refund', amount_micro from pg_temp.transfers where trade_id = '${trades.awaiting_payment}';
      grant all on pg_temp.trades, pg_temp.ledger_accounts, pg_temp.transfers, pg_temp.trade_events to public;`
    const cancelled = (
      event(trades.awaiting_payment, { to: 'cancelled', action: 'cancel', role: 'buyer', actor: buyer }) +
      stand(trades.awaiting_payment, 'cancelled')
    ).replaceAll(/(insert into |from |update )(trade_events|trades)\b/g, '$1public.$2')
    const { owner } = fixture()
    const attack = asProgram(() => posing + cancelled)(fixture())
    expect(await refusalOf(owner, attack)).toBe(FORBIDDEN)
    const name = (await owner.query<{ name: string }>('select current_database() as name')).rows[0]!.name
    await owner.query(`grant temporary on database ${name} to sarraf_app`)
    expect(await refusalOf(owner, attack)).toBe('trades_escrow_agrees')
  })
})

async function check(_: string, refusedBy: string, statements: Attack[2]) {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
}
