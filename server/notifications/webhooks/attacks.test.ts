/** Attacks on the tables of webhooks by SQL: the constraint or trigger that refuses is asserted by its name. */
import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/attacks/attack.ts'
import type { Attack } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const fixture = useMarketFixture()

const KEY = '11111111-1111-4111-8111-111111111111'
const SERVER = 'set local role sarraf_app; set local app.viewer = system;'

const key = ({ seller }: MarketFixture, changes: { scopes?: string; expires?: string } = {}) =>
  `insert into api_keys (id, user_id, nr, name, hash, prefix, scopes, created_at, expires_at)
     values ('${KEY}', '${seller}', 1, 'Bot', repeat('h', 43), 'abcdefgh', '${changes.scopes ?? '{read}'}',
       clock_timestamp() - interval '2 days', ${changes.expires ?? 'null'});`
const hook = (s: MarketFixture, changes: Record<string, string> = {}) => {
  const row = {
    key_id: `'${KEY}'`,
    user_id: `'${s.seller}'`,
    url: `'https://bot.example/a'`,
    sealed: `'x'`,
    ...changes,
  }
  return `insert into webhooks (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}
const set = (s: MarketFixture) => key(s) + hook(s)
const sent = (s: MarketFixture, changes: Record<string, string> = {}) => {
  const row = { key_id: `'${KEY}'`, user_id: `'${s.seller}'`, ...changes }
  return `insert into webhook_deliveries (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}
/** A notification of a user; the first one of the seller's is from the market's trades. */
const notificationOf = (user: string) => `(select id from notifications where user_id = '${user}' limit 1)`
const notified = (user: string) =>
  `insert into notifications (user_id, event, is_listed) values ('${user}', 'account_restored', true);`

const ATTACKS: Attack[] = [
  ...[
    'http://bot.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://localhost/a',
    'https://bot.example:8443/a',
    'https://user:password@bot.example/a',
    'https://bot.example',
    'https://bot.example/a b',
    'https://bot.example/a\nhost: x',
  ].map((url): Attack => [`the address ${url}`, 'webhooks_url', (s) => key(s) + hook(s, { url: `e'${url}'` })]),
  [
    'an address of 1,001 characters',
    'webhooks_url_length',
    (s) => key(s) + hook(s, { url: `rpad('https://bot.example/', 1001, 'a')` }),
  ],
  ['another address later', 'webhooks_url', (s) => `${set(s)} update webhooks set url = 'https://10.0.0.1/'`],
  ['a key that may not read', 'webhooks_of_reading_key', (s) => key(s, { scopes: '{offers,trades}' }) + hook(s)],
  [
    'an expired key',
    'webhooks_of_reading_key',
    (s) => key(s, { expires: `clock_timestamp() - interval '1 hour'` }) + hook(s),
  ],
  ['a key of another user', 'webhooks_key', (s) => key(s) + hook(s, { user_id: `'${s.buyer}'` })],
  ['two webhooks of one key', 'webhooks_pkey', (s) => set(s) + hook(s)],
  [
    'a fourth webhook',
    'webhooks_within_limit',
    (s) =>
      [1, 2, 3, 4]
        .map((nr) => {
          const id = `${nr}${KEY.slice(1)}`
          return `insert into api_keys (id, user_id, nr, name, hash, prefix, scopes)
              values ('${id}', '${s.seller}', ${nr}, 'Bot', repeat('${nr}', 43), 'abcdefgh', '{read}');
            ${hook(s, { key_id: `'${id}'` })}`
        })
        .join(''),
  ],
  ['another secret', 'webhooks_kept', (s) => `${set(s)} update webhooks set sealed = 'y'`],
  ['given to another user', 'webhooks_kept', (s) => `${set(s)} update webhooks set user_id = '${s.buyer}'`],
  ['set earlier', 'webhooks_now', (s) => key(s) + hook(s, { created_at: `clock_timestamp() - interval '1 hour'` })],
  [
    'paused without a reason',
    'webhooks_paused_with_reason',
    (s) => `${set(s)} update webhooks set paused_at = clock_timestamp()`,
  ],
  [
    'paused for another reason',
    'webhooks_pause_reason',
    (s) => `${set(s)} update webhooks set paused_at = clock_timestamp(), pause_reason = 'x'`,
  ],
  [
    'a notification of another user',
    'webhook_deliveries_of_user',
    (s) => notified(s.buyer) + set(s) + sent(s, { notification_id: notificationOf(s.buyer) }),
  ],
  [
    'to the webhook of another user',
    'webhook_deliveries_webhook',
    (s) => notified(s.buyer) + set(s) + sent(s, { user_id: `'${s.buyer}'`, notification_id: notificationOf(s.buyer) }),
  ],
  [
    'a notification twice',
    'webhook_deliveries_once',
    (s) => notified(s.seller) + set(s) + sent(s, { notification_id: notificationOf(s.seller) }).repeat(2),
  ],
  [
    'another notification later',
    'webhook_deliveries_append_only',
    (s) =>
      `${notified(s.buyer)} ${set(s)} ${sent(s)} update webhook_deliveries set notification_id = ${notificationOf(s.buyer)}`,
  ],
  [
    'another outcome',
    'webhook_deliveries_append_only',
    (s) => `${set(s)} ${sent(s)} update webhook_deliveries set outcome = 'failed', ended_at = clock_timestamp();
      update webhook_deliveries set outcome = 'delivered'`,
  ],
  [
    'begun again without a day of its own',
    'webhook_deliveries_append_only',
    (s) => `${set(s)} ${sent(s)} update webhook_deliveries set outcome = 'failed', ended_at = clock_timestamp();
      update webhook_deliveries set outcome = null, ended_at = null`,
  ],
  [
    'an end without an outcome',
    'webhook_deliveries_ends_with_outcome',
    (s) => `${set(s)} ${sent(s)} update webhook_deliveries set ended_at = clock_timestamp()`,
  ],
  [
    'an unknown outcome',
    'webhook_deliveries_outcome',
    (s) => `${set(s)} ${sent(s)} update webhook_deliveries set outcome = 'x', ended_at = clock_timestamp()`,
  ],
  [
    'what the receiver said',
    'webhook_deliveries_failure',
    (s) => `${set(s)} ${sent(s)} update webhook_deliveries set failure = 'internal-host refused'`,
  ],
  [
    'a status and a failure',
    'webhook_deliveries_one_result',
    (s) => `${set(s)} ${sent(s)} update webhook_deliveries set response_status = 500, failure = 'timed_out'`,
  ],
  ['the server’s role changes the secret', '42501', (s) => `${set(s)} ${SERVER} update webhooks set sealed = 'y'`],
  [
    'the server’s role moves a webhook',
    '42501',
    (s) => `${set(s)} ${SERVER} update webhooks set key_id = gen_random_uuid()`,
  ],
  [
    'the server’s role backdates a delivery',
    '42501',
    (s) =>
      `${set(s)} ${SERVER} insert into webhook_deliveries (key_id, user_id, created_at) values ('${KEY}', '${s.seller}', clock_timestamp())`,
  ],
  [
    'a member of a team sets one for the owner',
    'team_role_missing',
    (
      s,
    ) => `${key(s)} insert into team_members (id, owner_id, member_id) values (gen_random_uuid(), '${s.seller}', '${s.stranger}');
      update team_members set accepted_at = clock_timestamp();
      set local role sarraf_app; set local app.viewer = '${s.seller}'; set local app.acting = '${s.seller}/${s.stranger}'; ${hook(s)}`,
  ],
]

test.each(ATTACKS)('%s: %s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})
