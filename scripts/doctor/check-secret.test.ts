import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
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
  await empty.drop()
})
