import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal } from '../../server/db/encryption/envelope.ts'
import { createKeyring } from '../../server/db/encryption/keyring.ts'
import { suspendedEmailKeyPlace } from '../../server/db/encryption/sealed-columns.ts'
import { withClient } from '../../server/db/direct-connection.ts'
import { DETAILS } from '../../server/testing/accounts/payment-accounts.ts'
import { TEST_SECRET } from '../../server/testing/accounts/secret.ts'
import { signUp } from '../../server/testing/accounts/users.ts'
import { createTestDatabase } from '../../server/testing/database.ts'
import { useTestApp } from '../../server/testing/suite.ts'
import { checkSealedColumns, checkStrength } from './check-secret.ts'

const testApp = useTestApp()
const NEW = 'the secret that comes after it, just as long'

test.each([
  ['ok', randomBytes(32).toString('base64url')],
  ['ok', randomBytes(32).toString('hex')],
  ['warning', 'x'.repeat(64)],
  ['warning', 'secret'.repeat(8)],
])('strength: %s for %s', (state, current) => {
  const finding = checkStrength({ current })
  expect(finding.state).toBe(state)
  expect(finding.text).not.toContain(current)
})

test('sealed columns: opened by SECRET, by SECRET_PREVIOUS, by neither, and none', async () => {
  const { app, database } = testApp()
  const user = await signUp(app, 'sealed')
  expect((await user.post('/api/payment-accounts', DETAILS.sepa_instant)).status).toBe(201)
  const judged = (current: string, previous: string | null, url = database.appUrl) =>
    withClient(url, (client) => checkSealedColumns(client, { current, previous }))

  expect(await judged(TEST_SECRET, null)).toEqual({
    state: 'ok',
    text: expect.stringMatching(/opens what is sealed \([1-9]\d* values tried\)/),
  })
  expect(await judged(NEW, TEST_SECRET)).toEqual({
    state: 'warning',
    text: expect.stringMatching(/sealed under SECRET_PREVIOUS still: run "npm run rotate-keys"/),
  })
  expect(await judged(NEW, null)).toEqual({
    state: 'failed',
    text: expect.stringMatching(/does not open .*payment accounts \(1 of 1\).*: set SECRET to/),
  })
  const empty = await createTestDatabase()
  expect(await judged(NEW, null, empty.appUrl)).toEqual({ state: 'ok', text: 'Nothing is sealed yet.' })
  await withClient(empty.ownerUrl, (client) => client.query('alter table payer_checks rename to of_a_later_version'))
  expect(await judged(NEW, null, empty.appUrl)).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/migrate first/),
  })
  await empty.drop()
})

test('sealed columns: what an interrupted rotation has not come to is found, however many rows there are', async () => {
  const { appUrl, ownerUrl, drop } = await createTestDatabase()
  const ids = Array.from({ length: 200 }, () => crypto.randomUUID()).toSorted()
  const sealedBy = (current: string, id: string) =>
    seal(createKeyring({ current, previous: null }), suspendedEmailKeyPlace(id), randomBytes(8))
  try {
    await withClient(ownerUrl, (client) =>
      client.query('insert into suspended_email_keys (id, sealed) select * from unnest($1::uuid[], $2::bytea[])', [
        ids,
        ids.map((id, n) => sealedBy(n < 150 ? NEW : TEST_SECRET, id)),
      ]),
    )
    const found = (previous: string | null) =>
      withClient(appUrl, (client) => checkSealedColumns(client, { current: NEW, previous }))
    expect(await found(TEST_SECRET)).toMatchObject({ state: 'warning', text: expect.stringMatching(/rotate-keys/) })
    expect(await found(null)).toMatchObject({ state: 'failed' })
  } finally {
    await drop()
  }
})
