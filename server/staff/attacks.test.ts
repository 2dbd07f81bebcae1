/** Attacks on roles and the audit log by SQL: the constraint or trigger that refuses is asserted by its name. */
import { expect, test } from 'vitest'
import { refusalOf } from '../testing/attacks/attack.ts'
import type { Attack } from '../testing/attacks/attack.ts'
import type { MarketFixture } from '../testing/market-fixture.ts'
import { useMarketFixture } from '../testing/suite.ts'

const fixture = useMarketFixture()

/** The seller's factor and role before an attack; each attack is rolled back. */
const factor = ({ seller }: MarketFixture) => `
  insert into totps (user_id, sealed, confirmed_at, last_step)
  values ('${seller}', decode(repeat('00', 117), 'hex'), clock_timestamp(), 1);`
const role = ({ seller }: MarketFixture, name = 'admin') =>
  `update offers set status = 'paused' where owner_id = '${seller}';
   insert into staff_members (user_id, role) values ('${seller}', '${name}');`
const withRole = (s: MarketFixture) => factor(s) + role(s)
const asProgram = 'set local role sarraf_app; set local app.viewer = system;'
/** The server's login may not create temporary tables; an attack with them is made possible first. */
const grantTemporary = `do $$ begin execute format('grant temporary on database %I to sarraf_app', current_database()); end $$;`

const act = ({ seller, buyer }: MarketFixture, changes: Record<string, string> = {}) => {
  const row = {
    actor_id: `'${seller}'`,
    role: `'admin'`,
    action: `'end_sessions'`,
    subject: `'${buyer}'`,
    reason: `'Their laptop was stolen.'`,
    ...changes,
  }
  return `insert into audit_log (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}
const message = `
  insert into contact_messages (id, key, name, email, subject, message)
  values ('00000000-0000-4000-8000-000000000001', gen_random_uuid()::text, 'Lea', 'lea@example.org', 'support', 'Hello'),
    ('00000000-0000-4000-8000-000000000002', gen_random_uuid()::text, 'Lea', 'lea@example.org', 'support', 'Hello');`
const answered = (s: MarketFixture, nr = 1) =>
  act(s, { action: `'mark_answered'`, subject: `'00000000-0000-4000-8000-00000000000${nr}'`, reason: 'null' })
const answer = (nr = 1) => `
  update contact_messages set answer_id = (select max(id) from audit_log)
  where id = '00000000-0000-4000-8000-00000000000${nr}';`

const ATTACKS: Attack[] = [
  ['the server role grants a role', '42501', (s) => asProgram + role(s)],
  ['the server role revokes a role', '42501', () => `${asProgram} delete from staff_members;`],
  ['an unknown role', 'staff_members_role', (s) => role(s, 'king')],
  ['an action without a role', 'audit_log_actor_has_role', (s) => factor(s) + asProgram + act(s)],
  [
    'an action in a role the user does not have',
    'audit_log_actor_has_role',
    (s) => factor(s) + role(s, 'arbiter') + asProgram + act(s),
  ],
  [
    'an action after the role was revoked',
    'audit_log_actor_has_role',
    (s) => `${withRole(s)} delete from staff_members; ${asProgram} ${act(s)}`,
  ],
  ['an action without a factor', 'audit_log_actor_has_factor', (s) => role(s) + asProgram + act(s)],
  [
    'an action with an unconfirmed factor',
    'audit_log_actor_has_factor',
    (s) =>
      `${role(s)} insert into totps (user_id, sealed) values ('${s.seller}', decode(repeat('00', 117), 'hex')); ${asProgram} ${act(s)}`,
  ],
  [
    'an action in the name of another user with a role',
    'audit_log_actor_has_role',
    (s) => withRole(s) + asProgram + act(s, { actor_id: `'${s.stranger}'` }),
  ],
  [
    'temporary tables that shadow the schema’s',
    'audit_log_actor_has_role',
    (s) =>
      `${grantTemporary} ${asProgram} create temp table staff_members on commit drop as select '${s.seller}'::uuid as user_id, 'admin' as role;
       create temp table passkeys on commit drop as select '${s.seller}'::uuid as user_id; ${act(s)}`,
  ],
  [
    'an arbiter does an admin’s action',
    'audit_log_action_of_role',
    (s) => factor(s) + role(s, 'arbiter') + act(s, { role: `'arbiter'` }),
  ],
  [
    'an action on the admin’s own account',
    'audit_log_not_on_oneself',
    (s) => withRole(s) + act(s, { subject: `'${s.seller}'` }),
  ],
  ['an unknown action', 'audit_log_action_of_role', (s) => withRole(s) + act(s, { action: `'log_in_as'` })],
  ['an action without a reason', 'audit_log_reason_given', (s) => withRole(s) + act(s, { reason: 'null' })],
  ['a reason of blanks', 'audit_log_reason_trimmed', (s) => withRole(s) + act(s, { reason: `repeat(' ', 20)` })],
  ['a reason of 9 characters', 'audit_log_reason', (s) => withRole(s) + act(s, { reason: `repeat('x', 9)` })],
  ['a reason of 501 characters', 'audit_log_reason', (s) => withRole(s) + act(s, { reason: `repeat('x', 501)` })],
  [
    'a record rewritten',
    'audit_log_append_only',
    (s) => `${withRole(s)} ${act(s)} update audit_log set reason = 'Another reason.';`,
  ],
  ['a record removed', 'audit_log_append_only', (s) => `${withRole(s)} ${act(s)} delete from audit_log;`],
  ['all records removed', 'audit_log_append_only', (s) => `${withRole(s)} ${act(s)} truncate audit_log cascade;`],
  [
    'the server role rewrites a record',
    '42501',
    (s) => `${withRole(s)} ${act(s)} ${asProgram} update audit_log set reason = null;`,
  ],
  ['the server role removes a record', '42501', (s) => `${withRole(s)} ${act(s)} ${asProgram} delete from audit_log;`],
  [
    'a record of another actor numbered 1 and hashed by its writer',
    'audit_log_append_only',
    (s) =>
      `${withRole(s)} ${act(s, { id: '77', prev_hash: "sha256('')", hash: "sha256('')" })}
       update audit_log set id = 78 where id = 77; delete from audit_log;`,
  ],
  [
    'the head of the chain rewritten',
    'audit_log_head_only_by_triggers',
    () => 'update audit_log_head set last_id = 9;',
  ],
  ['the head of the chain removed', 'audit_log_head_append_only', () => 'delete from audit_log_head;'],
  ['a second head', 'audit_log_head_append_only', () => "insert into audit_log_head values (true, 1, sha256(''));"],
  ['the server role rewrites the head', '42501', () => `${asProgram} update audit_log_head set last_id = 9;`],
  [
    'a suspension more than a day allows',
    'audit_log_within_day',
    (s) =>
      withRole(s) +
      asProgram +
      `do $$ begin for nr in 1..21 loop ${act(s, { action: `'suspend_user'`, subject: 'gen_random_uuid()' })} end loop; end $$;`,
  ],
  [
    'a message answered without a record',
    'contact_messages_answered_on_record',
    () => `${message} ${asProgram} update contact_messages set answer_id = 9999;`,
  ],
  [
    'a message answered by the record of another',
    'contact_messages_answered_on_record',
    (s) => withRole(s) + message + answered(s, 2) + asProgram + answer(1),
  ],
  [
    'a message answered twice',
    'contact_messages_answered_once',
    (s) => withRole(s) + message + answered(s) + answer() + answered(s) + asProgram + answer(),
  ],
  [
    'an answer withdrawn',
    'contact_messages_answered_once',
    (s) =>
      `${withRole(s)} ${message} ${answered(s)} ${answer()} ${asProgram} update contact_messages set answer_id = null;`,
  ],
  [
    'a message rewritten by the server role',
    '42501',
    () => `${message} ${asProgram} update contact_messages set message = 'Nothing';`,
  ],
]

test.each(ATTACKS)('%s: %s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})

test('the server role can record actions, but not set their time', async () => {
  const s = fixture()
  const forged = act(s, { at: `'2020-01-01'` })
  expect(await refusalOf(s.owner, withRole(s) + message + asProgram + forged + answered(s) + answer())).toBe('nothing')
  const { rows } = await s.owner.query<{ isNow: boolean }>(
    `select at > clock_timestamp() - interval '1 minute' as "isNow" from audit_log`,
  )
  expect(rows).toEqual([{ isNow: true }, { isNow: true }])
})
