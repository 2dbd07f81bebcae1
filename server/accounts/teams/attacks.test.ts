/** Attacks on teams by SQL: the constraint or trigger that refuses is asserted by its name. */
import { expect, test } from 'vitest'
import { event, refusalOf, stand } from '../../testing/attacks/attack.ts'
import type { Attack } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const fixture = useMarketFixture()

/** The stranger is a member of the seller's team with these roles. */
const team = ({ seller, stranger }: MarketFixture, roles = ['chat', 'offers', 'release']) => `
  insert into team_members (owner_id, member_id) values ('${seller}', '${stranger}');
  insert into team_member_roles (membership_id, role)
    select id, role from team_members, unnest('{${roles.join()}}'::text[]) as role where owner_id = '${seller}' and ended_at is null;
  update team_members set accepted_at = clock_timestamp() where owner_id = '${seller}';`
const acting = ({ seller, stranger }: MarketFixture) => `set local app.acting = '${seller}/${stranger}';`
const say = ({ seller, trades }: MarketFixture, memberId = 'null') => `
  insert into messages (trade_id, seq, kind, sender_role, sender_id, body, member_id)
    select trade_id, last_seq + 1, 'text', 'seller', '${seller}', 'Hello', ${memberId}
    from trade_chats where trade_id = '${trades.payment_sent}';
  update trade_chats set last_seq = last_seq + 1 where trade_id = '${trades.payment_sent}';`
const release = ({ seller, trades }: MarketFixture) =>
  event(trades.payment_sent, { to: 'payment_confirmed', action: 'confirm_receipt', role: 'seller', actor: seller }) +
  stand(trades.payment_sent, 'payment_confirmed')
const end = ({ seller }: MarketFixture) =>
  `update team_members set ended_at = clock_timestamp() where owner_id = '${seller}';`
const session = ({ stranger, seller }: MarketFixture) => `
  insert into sessions (user_id, token, expires_at, acting_for)
    values ('${stranger}', gen_random_uuid()::text, clock_timestamp() + interval '1 day', '${seller}');`

const ATTACKS: Attack[] = [
  ['a message with the role', 'nothing', (s) => `${team(s)}${acting(s)}${say(s)} rollback; begin;`],
  ['a release with the role', 'nothing', (s) => `${team(s)}${acting(s)}${release(s)} rollback; begin;`],
  ['a message without the role', 'team_role_missing', (s) => team(s, ['offers', 'release']) + acting(s) + say(s)],
  ['a release without the role', 'team_role_missing', (s) => team(s, ['chat', 'offers']) + acting(s) + release(s)],
  ['a message after the end', 'team_role_missing', (s) => team(s) + end(s) + acting(s) + say(s)],
  [
    'a release by an invited user',
    'team_role_missing',
    (s) => team(s).replace(/update .*$/, '') + acting(s) + release(s),
  ],
  ['a release by a member of no team', 'team_role_missing', (s) => acting(s) + release(s)],
  ['a message in another member’s name', 'messages_by_member', (s) => team(s) + acting(s) + say(s, `'${s.taker}'`)],
  ['a message in a member’s name, of the owner', 'messages_by_member', (s) => team(s) + say(s, `'${s.stranger}'`)],
  [
    'a message for the other party',
    'messages_by_member',
    (s) => team(s) + acting(s) + say(s).replace("'seller', '", "'buyer', '").replace(s.seller, s.buyer),
  ],
  [
    'a move that no role includes',
    'team_role_missing',
    (s) =>
      team(s) +
      acting(s) +
      event(s.trades.awaiting_payment, { to: 'cancelled', action: 'cancel', role: 'seller', actor: s.seller }),
  ],
  [
    'a member who is the counterparty',
    'team_member_conflict',
    (s) => {
      const asBuyer = { ...s, stranger: s.buyer }
      return team(asBuyer) + acting(asBuyer) + say(s)
    },
  ],
  [
    'an offer of another user',
    'offers_by_member',
    (s) => `${team(s)}${acting(s)} update offers set terms = 'x' || terms, version = version + 1
    where id = '${s.buyOffer}'; ${acting({ ...s, seller: s.buyer })} update offers set version = version + 1 where id = '${s.buyOffer}'`,
  ],
  [
    'an offer without the role',
    'team_role_missing',
    (s) => `${team(s, ['chat'])}${acting(s)} update offers set version = version + 1 where id = '${s.sellOffer}'`,
  ],
  [
    'a first message of an offer without the role chat',
    'team_role_missing',
    (s) => `${team(s, ['offers'])}${acting(s)}
      update offers set version = version + 1, first_message = 'Pay elsewhere' where id = '${s.sellOffer}'`,
  ],
  [
    'a first message in a template without the role chat',
    'team_role_missing',
    (s) => `${team(s, ['offers'])}${acting(s)}
      insert into offer_templates (user_id, name, content) values ('${s.seller}', 'A', '{"firstMessage": "Pay elsewhere"}')`,
  ],
  [
    'a message of a member who is an arbiter',
    'team_role_missing',
    (s) =>
      `insert into staff_members (user_id, role) values ('${s.stranger}', 'arbiter'); ${team(s)}${acting(s)}${say(s)}`,
  ],
  [
    'a member who becomes an arbiter',
    'staff_members_arbiter_without_team',
    (s) => `${team(s)} insert into staff_members (user_id, role) values ('${s.stranger}', 'arbiter')`,
  ],
  [
    'an offer that is paid on an account that is not the default',
    'offers_by_member_default_account',
    (s) => `${team(s)}
      insert into payment_accounts (user_id, payment_method, sealed, fingerprint, is_default)
        select user_id, payment_method, sealed, repeat('x', 43), false from payment_accounts where id = '${s.account}';
      ${acting(s)}
      update offers set version = version + 1, payment_account_ids = array(
        select id from payment_accounts where user_id = '${s.seller}' and fingerprint = repeat('x', 43)) where id = '${s.sellOffer}'`,
  ],
  [
    'a quote, with which the owner would take an offer',
    'team_role_missing',
    (s) => `${team(s)}${acting(s)} insert into quotes (taker_id) select taker_id from quotes where false`,
  ],
  [
    'a payment account',
    'team_role_missing',
    (s) => `${team(s)}${acting(s)} update payment_accounts set is_default = is_default where user_id = '${s.seller}'`,
  ],
  ['a key', 'team_role_missing', (s) => `${team(s)}${acting(s)} delete from api_keys`],
  [
    'another member',
    'team_role_missing',
    (s) => `${team(s)}${acting(s)} insert into team_member_roles select id, 'chat' from team_members`,
  ],
  [
    'a statement in a dispute',
    'team_role_missing',
    (s) => `${team(s)}${acting(s)} insert into dispute_statements (trade_id, round, party_role, event_seq, body)
      values ('${s.trades.disputed}', 1, 'seller', 1, repeat('x', 30))`,
  ],
  ['a session that acts without a team', 'sessions_acting_for_owner', (s) => session(s)],
  ['a session that acts after the end', 'sessions_acting_for_owner', (s) => team(s) + end(s) + session(s)],
  [
    'a session of a suspended member',
    'sessions_acting_for_owner',
    (s) => `${team(s)} set local session_replication_role = replica;
      update users set suspended_at = clock_timestamp() where id = '${s.stranger}';
      set local session_replication_role = origin; ${session(s)}`,
  ],
  [
    'a session of the owner that acts for the member',
    'sessions_acting_for_owner',
    (s) => team(s) + session({ ...s, stranger: s.seller, seller: s.stranger }),
  ],
  [
    'a session that is moved to another user',
    'sessions_acting_for_owner',
    (s) => `${team(s)}${session(s)} update sessions set user_id = '${s.taker}' where acting_for is not null`,
  ],
  [
    'a member who was not invited',
    'team_members_invited_first',
    ({ seller, stranger }) =>
      `insert into team_members (owner_id, member_id, accepted_at) values ('${seller}', '${stranger}', clock_timestamp())`,
  ],
  [
    'a team of one',
    'team_members_two_users',
    ({ seller }) => `insert into team_members (owner_id, member_id) values ('${seller}', '${seller}')`,
  ],
  [
    'a membership that begins again',
    'team_members_frozen',
    (s) => `${team(s)}${end(s)} update team_members set ended_at = null`,
  ],
  [
    'another member in the same row',
    'team_members_frozen',
    (s) => `${team(s)} update team_members set member_id = '${s.taker}'`,
  ],
  ['an accepted membership twice', 'team_members_present', (s) => team(s) + team(s)],
  ['a team of a member', 'team_members_flat', (s) => team(s) + team({ ...s, seller: s.stranger, stranger: s.taker })],
  [
    'an owner who joins a team',
    'team_members_flat',
    (s) => team(s) + team({ ...s, seller: s.taker, stranger: s.seller }),
  ],
  [
    'an eleventh member',
    'team_members_within_limit',
    ({ seller }) => `insert into users (username) select 'team_user_' || n from generate_series(1, 11) n;
      insert into team_members (owner_id, member_id) select '${seller}', id from users where username like 'team_user_%'`,
  ],
  [
    'an act that was none',
    'team_acts_only_by_triggers',
    (s) => `insert into team_acts (owner_id, member_id, kind, trade_id)
      values ('${s.seller}', '${s.stranger}', 'message_sent', '${s.trades.payment_sent}')`,
  ],
  [
    'an act that is changed',
    'team_acts_append_only',
    (s) => `${team(s)}${acting(s)}${say(s)} update team_acts set kind = 'offer_paused'`,
  ],
  ['an act that is deleted', 'team_acts_append_only', (s) => `${team(s)}${acting(s)}${say(s)} delete from team_acts`],
  ['a membership that is deleted', 'team_members_append_only', (s) => `${team(s)} delete from team_members`],
  [
    'an arbiter of the seller’s team',
    'dispute_assignments_no_team',
    (s) => `${team(s)} insert into dispute_assignments values ('${s.trades.disputed}', '${s.stranger}', 1)`,
  ],
  [
    'an arbiter who has just left the team',
    'dispute_assignments_no_team',
    (s) => `${team(s)}${end(s)} insert into dispute_assignments values ('${s.trades.disputed}', '${s.stranger}', 1)`,
  ],
  [
    'the server role gives a role in another user’s team',
    '42501',
    (s) => `${team(s, ['chat'])} set local role sarraf_app; set local app.viewer = '${s.stranger}';
      insert into team_member_roles select id, 'release' from team_members`,
  ],
]

test.each(ATTACKS)('%s: %s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})

test('the end of a membership ends the sessions that act by it, and no other', async () => {
  const { owner, seller, stranger } = fixture()
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`${team(fixture())}${session(fixture())}
      insert into sessions (user_id, token, expires_at)
        values ('${stranger}', 'own', clock_timestamp() + interval '1 day')`)
    const count = async () => {
      const { rows } = await client.query('select acting_for from sessions where user_id = $1 order by 1', [stranger])
      return rows.map((row) => row.acting_for)
    }
    expect(await count()).toEqual([seller, null])
    await client.query(end(fixture()))
    expect(await count()).toEqual([null])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
