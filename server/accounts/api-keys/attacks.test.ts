/** Attacks on the table of API keys by SQL: the constraint or trigger that refuses is asserted by its name. */
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { KEYS_MAX } from '../../../domain/accounts/api-keys.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import type { Attack } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const fixture = useMarketFixture()

const hash = () => createHash('sha256').update(randomBytes(32)).digest('base64url')
const key = ({ seller }: MarketFixture, changes: Record<string, string> = {}) => {
  const row = {
    user_id: `'${seller}'`,
    nr: '1',
    name: `'Watcher'`,
    hash: `'${hash()}'`,
    prefix: `'abcdefgh'`,
    scopes: `array['read']`,
    ...changes,
  }
  return `insert into api_keys (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}
const same = hash()

const ATTACKS: Attack[] = [
  ['a twenty-first key', 'api_keys_twenty', (s) => key(s, { nr: String(KEYS_MAX + 1) })],
  ['two keys with one number', 'api_keys_nr_once', (s) => key(s) + key(s)],
  ['no name', 'api_keys_name', (s) => key(s, { name: `''` })],
  ['a name of 61', 'api_keys_name', (s) => key(s, { name: `repeat('x', 61)` })],
  ['a key that is not hashed', 'api_keys_hash_form', (s) => key(s, { hash: `'sarraf_${same}'` })],
  [
    'one key for two users',
    'api_keys_hash',
    (s) => {
      const hashed = { hash: `'${same}'` }
      return key(s, hashed) + key(s, { ...hashed, user_id: `'${s.buyer}'` })
    },
  ],
  ['more of the key shown', 'api_keys_prefix_form', (s) => key(s, { prefix: `'abcdefghi'` })],
  ['no scope', 'api_keys_scopes', (s) => key(s, { scopes: `array[]::text[]` })],
  ['an unknown scope', 'api_keys_scopes', (s) => key(s, { scopes: `array['read', 'admin']` })],
  ['a scope twice', 'api_keys_scopes', (s) => key(s, { scopes: `array['read', 'read']` })],
  ['null as a scope', 'api_keys_scopes', (s) => key(s, { scopes: `array['read', null]` })],
  ['expired from the start', 'api_keys_life', (s) => key(s, { expires_at: `clock_timestamp() - interval '1 second'` })],
  ['more scopes later', 'api_keys_frozen', (s) => `${key(s)} update api_keys set scopes = array['read', 'trades']`],
  [
    'a longer life',
    'api_keys_frozen',
    (s) => `${key(s)} update api_keys set expires_at = clock_timestamp() + interval '9 years'`,
  ],
  ['another secret', 'api_keys_frozen', (s) => `${key(s)} update api_keys set hash = '${hash()}'`],
  ['given to another user', 'api_keys_frozen', (s) => `${key(s)} update api_keys set user_id = '${s.buyer}'`],
  [
    'the server role adds scopes',
    '42501',
    (s) =>
      `${key(s)} set local role sarraf_app; set local app.viewer = system; update api_keys set scopes = array['trades']`,
  ],
]

test.each(ATTACKS)('%s: %s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})
