/** Attacks on the tables of factors by SQL: the constraint or trigger that refuses is asserted by its name. */
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/attacks/attack.ts'
import type { Attack } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const fixture = useMarketFixture()

const hash = () => createHash('sha256').update(randomBytes(15)).digest('base64url')
const totp = ({ seller }: MarketFixture, sealed = `decode('${'00'.repeat(117)}', 'hex')`) => `
  delete from totps where user_id = '${seller}';
  insert into totps (user_id, sealed, confirmed_at, last_step) values ('${seller}', ${sealed}, clock_timestamp(), 100);`
const passkey = ({ seller }: MarketFixture, changes: Record<string, string> = {}) => {
  const row = {
    user_id: `'${seller}'`,
    nr: '1',
    name: `'Phone'`,
    credential_id: `'abc'`,
    public_key: `'\\x01'`,
    counter: '5',
    ...changes,
  }
  return `delete from passkeys where user_id = '${seller}';
    insert into passkeys (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}
const code = (user: string, nr: number | string = 1, value = hash()) =>
  `insert into recovery_codes (user_id, nr, hash) values ('${user}', ${nr}, '${value}');`

const ATTACKS: Attack[] = [
  ['a secret that is not sealed', 'totps_sealed_whole', (s) => totp(s, `'twenty bytes of it!!'::bytea`)],
  [
    'an app turned on without a code',
    'totps_confirmed_by_code',
    (s) => `${totp(s)}
    update totps set last_step = null where user_id = '${s.seller}'`,
  ],
  [
    'a code used again',
    'totps_step_forward',
    (s) => `${totp(s)} update totps set last_step = 99 where user_id = '${s.seller}'`,
  ],
  [
    'the last time step cleared',
    'totps_confirmed_by_code',
    (s) => `${totp(s)} update totps set last_step = null where user_id = '${s.seller}'`,
  ],
  [
    'another secret in a confirmed app',
    'totps_frozen',
    (s) => `${totp(s)}
    update totps set sealed = decode('${'11'.repeat(117)}', 'hex') where user_id = '${s.seller}'`,
  ],
  [
    'an app given to another user',
    'totps_frozen',
    (s) => `${totp(s)}
    update totps set user_id = '${s.stranger}' where user_id = '${s.seller}'`,
  ],
  [
    'a sixth wrong code stored',
    'totps_wrong_five',
    (s) => `${totp(s)}
    update totps set wrong_at = array_fill(clock_timestamp(), array[6]) where user_id = '${s.seller}'`,
  ],
  [
    'two apps of one user',
    'totps_pkey',
    (s) => `${totp(s)}
    insert into totps (user_id, sealed) values ('${s.seller}', decode('${'00'.repeat(117)}', 'hex'))`,
  ],
  ['an eleventh passkey', 'passkeys_ten', (s) => passkey(s, { nr: '11' })],
  [
    'two passkeys with one number',
    'passkeys_nr_once',
    (s) => `${passkey(s)}
    insert into passkeys (user_id, nr, name, credential_id, public_key, counter) values ('${s.seller}', 1, 'x', 'other', '\\x01', 0)`,
  ],
  [
    'one passkey of two users',
    'passkeys_credential',
    (s) => `${passkey(s)}
    insert into passkeys (user_id, nr, name, credential_id, public_key, counter) values ('${s.stranger}', 1, 'x', 'abc', '\\x01', 0)`,
  ],
  ['a passkey without a name', 'passkeys_name', (s) => passkey(s, { name: `''` })],
  ['a malformed credential id', 'passkeys_credential_form', (s) => passkey(s, { credential_id: `'a b'` })],
  ['a negative counter', 'passkeys_counter_counted', (s) => passkey(s, { counter: '-1' })],
  [
    'a decreased counter',
    'passkeys_counter_forward',
    (s) => `${passkey(s)} update passkeys set counter = 4 where user_id = '${s.seller}'`,
  ],
  [
    'an unchanged counter',
    'passkeys_counter_forward',
    (s) => `${passkey(s)}
    update passkeys set last_used_at = clock_timestamp() where user_id = '${s.seller}'`,
  ],
  [
    'another public key in a passkey',
    'passkeys_frozen',
    (s) => `${passkey(s)}
    update passkeys set public_key = '\\x02', counter = 6 where user_id = '${s.seller}'`,
  ],
  [
    'a passkey given to another user',
    'passkeys_frozen',
    (s) => `${passkey(s)}
    update passkeys set user_id = '${s.stranger}', counter = 6 where user_id = '${s.seller}'`,
  ],
  ['an eleventh recovery code', 'recovery_codes_ten', (s) => code(s.seller, 11)],
  ['two codes with one number', 'recovery_codes_pkey', (s) => code(s.seller) + code(s.seller)],
  [
    'one code of two users',
    'recovery_codes_hash',
    (s) => {
      const known = hash()
      return code(s.seller, 1, known) + code(s.stranger, 1, known)
    },
  ],
  ['a code in plain text', 'recovery_codes_hash_form', (s) => code(s.seller, 1, '7K3M-9QRT')],
  [
    'a code replaced with a known one',
    'recovery_codes_append_only',
    (s) => `${code(s.seller)}
    update recovery_codes set hash = '${hash()}' where user_id = '${s.seller}'`,
  ],
  [
    'a negative threshold',
    'accounts_confirm_above',
    (s) => `update accounts set confirm_above_micro = -1 where user_id = '${s.seller}'`,
  ],
  [
    'the server role changes a recovery code',
    '42501',
    (s) => `${code(s.seller)} set local role sarraf_app; set local app.viewer = system;
    update recovery_codes set hash = '${hash()}' where user_id = '${s.seller}'`,
  ],
  [
    'the server role changes a public key',
    '42501',
    (s) => `${passkey(s)} set local role sarraf_app; set local app.viewer = system;
    update passkeys set public_key = '\\x02' where user_id = '${s.seller}'`,
  ],
  [
    'the server role changes a secret',
    '42501',
    (s) => `${totp(s)} set local role sarraf_app; set local app.viewer = system;
    update totps set sealed = decode('${'11'.repeat(117)}', 'hex') where user_id = '${s.seller}'`,
  ],
]

test.each(ATTACKS)('%s is refused by %s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})
